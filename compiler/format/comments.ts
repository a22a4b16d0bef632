/**
 * Where comments go. A comment belongs to a place that has a line of its own in the output: in front of an item (a
 * declaration, statement, element, operand of a broken chain …), behind it on its line, behind an opening bracket, or in
 * front of a closing one. The printers *take* the comments of these places, innermost first; what then remains inside of
 * an item, such as a comment between `tool` and its name, is moved in front of it, or else behind it, never past another
 * comment. So each comment is printed once and in order, whatever it stood between.
 */

import { doc, type Doc } from "prettier";
import type { Comment, Source } from "./source.js";

const { breakParent, hardline, lineSuffix } = doc.builders;

/** A comment with a place. More comments may be put behind it as long as printing goes on. */
export interface Placed {
  readonly comment: Comment;
  /** Did the author leave a blank line in front of it? */
  readonly blank: boolean;
  readonly behind: Doc[];
}

/** The comments between two items, or between an item and a bracket. */
export interface Gap {
  /** On the line of what stands in front. */
  readonly trailing?: Placed;
  /** On lines of their own. */
  readonly own: readonly Placed[];
}

/** The comments that were left inside of an item. */
export interface Strays {
  readonly before: readonly Placed[];
  readonly after: readonly Placed[];
}

/** Hands out the comments of one text. */
export class Comments {
  private readonly placed = new Map<Comment, Placed>();

  constructor(private readonly source: Source) {}

  private within(from: number, to: number): readonly Comment[] {
    const { comments } = this.source;
    let low = 0;
    let high = comments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comments[middle]!.start < from) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < comments.length && comments[end]!.start < to) end++;
    return comments.slice(low, end);
  }

  private place(comment: Comment, blank: boolean): Placed {
    const placed = { comment, blank, behind: [] };
    this.placed.set(comment, placed);
    return placed;
  }

  /** Takes the comments between two offsets that nobody has taken. */
  take(from: number, to: number): Placed[] {
    return this.within(from, to)
      .filter((c) => !this.placed.has(c))
      .map((c) => this.place(c, this.source.blankBefore(c.start)));
  }

  /** Takes the comments of a head that may move into its body: those behind which no other of the head has a place. */
  takeHead(from: number, to: number): Placed[] {
    const all = this.within(from, to);
    const last = all.findLastIndex((c) => this.placed.has(c));
    return all.slice(last + 1).map((c) => this.place(c, false));
  }

  /** Takes the comments of a gap; `trails` is false where nothing in front of it could carry one. */
  gap(from: number, to: number, trails = true): Gap {
    const taken = this.take(from, to);
    const first = taken[0];
    if (!first || !trails || this.source.breaks(from, first.comment.start)) return { own: taken };
    return { trailing: first, own: taken.slice(1) };
  }

  /** Takes what is left between two offsets, an item's, and finds a place in front of or behind the item. */
  strays(from: number, to: number): Strays {
    const before: Placed[] = [];
    const after: Placed[] = [];
    const all = this.within(from, to);
    const inner = all.filter((c) => this.placed.has(c));
    const last = inner[inner.length - 1];
    let previous: Placed | undefined;
    for (const comment of all) {
      const known = this.placed.get(comment);
      if (known) {
        previous = known;
        continue;
      }
      const stray = this.place(comment, false);
      if (!previous) before.push(stray);
      else if (last && comment.start > last.start) after.push(stray);
      else previous.behind.push([hardline, comment.text, stray.behind]);
    }
    return { before, after };
  }
}

/** Comments on lines of their own, each followed by a line break. */
export function ownLines(comments: readonly Placed[]): Doc[] {
  return comments.map(({ comment, behind }) => [comment.text, behind, hardline]);
}

/** A comment at the end of the line on which it is printed. */
export function trailing(placed: Placed | undefined): Doc {
  return placed ? [lineSuffix(` ${placed.comment.text}`), breakParent, placed.behind] : "";
}
