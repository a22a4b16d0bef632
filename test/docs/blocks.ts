/** Code blocks of a Markdown file, with the note in front of each that says what to do with it. */

export interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** From `<!-- file: NAME -->`. */
  readonly file?: string;
  /** From `<!-- in-app -->`: members of an app. */
  readonly inApp: boolean;
  /** From `<!-- wrong -->`: a source that has a mistake, which what follows talks about. */
  readonly wrong: boolean;
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const open = /^```(\w+)$/.exec(lines[i] ?? "");
    if (!open) continue;
    const end = lines.indexOf("```", i + 1);
    const notes: string[] = [];
    for (let j = i - 1; /^<!-- .* -->$/.test(lines[j] ?? ""); j--) notes.push(lines[j] ?? "");
    const file = notes.map((note) => /^<!-- file: (\S+) -->$/.exec(note)?.[1]).find((name) => name !== undefined);
    blocks.push({
      language: open[1] ?? "", text: `${lines.slice(i + 1, end).join("\n")}\n`, line: i + 1, inApp: notes.includes("<!-- in-app -->"), wrong: notes.includes("<!-- wrong -->"),
      ...(file === undefined ? {} : { file }),
    });
    i = end;
  }
  return blocks;
}
