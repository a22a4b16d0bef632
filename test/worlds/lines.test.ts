import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "../../grammar/parser.js";
import { ROOT } from "../support/root.js";

const APPS = ["LightOS", "LightTalk", "LightShop", "LightWeather", "LightFlight", "LightStock", "LightNews"];
const PAGE = join(ROOT, "docs/worlds/README.md");
/** Lines of Python that the original has for these apps, about. */
const ORIGINAL = 5000;

interface Lines {
  readonly source: number;
  readonly comments: number;
  readonly blank: number;
  readonly program: number;
  readonly tests: number;
}

/** Counts a file's lines; the blank lines before a `test` block belong to it. */
function count(text: string): Lines {
  const lines = text.trimEnd().split("\n");
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length - 1;
  const inTest = new Set<number>();
  for (const { kind, span } of parse(text).file.declarations) {
    if (kind !== "test") continue;
    let first = lineOf(span.start);
    while (lines[first - 1]?.trim() === "") first -= 1;
    for (let line = first; line <= lineOf(span.end - 1); line++) inTest.add(line);
  }
  const source = lines.filter((_line, i) => !inTest.has(i));
  const blank = source.filter((line) => line.trim() === "").length;
  const comments = source.filter((line) => line.trim().startsWith("//")).length;
  return { source: source.length, comments, blank, program: source.length - comments - blank, tests: inTest.size };
}

const COLUMNS = ["source", "comments", "blank", "program", "tests"] as const;
const counts = APPS.map((app) => [app, count(readFileSync(join(ROOT, `worlds/${app.toLowerCase()}.world`), "utf8"))] as const);
const total = Object.fromEntries(COLUMNS.map((column) => [column, counts.reduce((sum, [, lines]) => sum + lines[column], 0)])) as unknown as Lines;

function table(): string {
  const cells = [
    ["app", "without tests", "comments", "blank", "program", "tests"],
    ["---", ...COLUMNS.map(() => "---:")],
    ...[...counts, ["together", total] as const].map(([name, lines]) => [name, ...COLUMNS.map((column) => lines[column].toLocaleString("en"))]),
  ];
  return cells.map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** `UPDATE_GOLDEN=1 npm test` rewrites the table. */
it("the apps are as long as their page says", () => {
  const page = readFileSync(PAGE, "utf8");
  const [before, , after] = page.split(/<!-- lines -->\n|<!-- end of lines -->\n/);
  const expected = `${before}<!-- lines -->\n${table()}<!-- end of lines -->\n${after}`;
  if (process.env["UPDATE_GOLDEN"]) writeFileSync(PAGE, expected);
  else expect(page).toBe(expected);
});

it("the programs are less than half as long as the original, and the whole sources shorter, with their descriptions", () => {
  expect(total.program).toBeGreaterThan(1000);
  expect(total.program).toBeLessThan(ORIGINAL / 2);
  expect(total.source).toBeLessThan(ORIGINAL);
});
