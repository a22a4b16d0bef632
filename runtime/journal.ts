/**
 * The journal: every write of a session in order, with the row before and after. Rollback and undo walk it backwards;
 * the writes of a call, the difference between two states and the incremental hash are read off it.
 *
 * It is kept in segments that form a tree, so that a fork costs one new segment on each side, and an undo leaves the
 * entries it takes back to whoever still refers to them (a call's record). A segment that has a successor never changes.
 */

/** One write. `old` is undefined for a creation, `new` for a deletion. */
export interface Entry {
  readonly table: number;
  readonly slot: number;
  readonly old: unknown;
  readonly new: unknown;
  /** `agent`, `init`, `kernel`, or the name of what else wrote. */
  readonly author: string;
}

/** A run of entries; `base` is the position of the first. */
export class Segment {
  readonly entries: Entry[] = [];

  constructor(
    readonly previous: Segment | null,
    readonly base: number,
  ) {}
}

/** A moment in a session's history: valid for this session, its forks, and across undos. */
export interface Mark {
  readonly segment: Segment;
  readonly position: number;
}

/** Entries before a mark, last first, until `stop` (exclusive end: entries at positions ≥ `stop` are given). */
export function* backwards(mark: Mark, stop: number): Generator<Entry> {
  let position = mark.position;
  for (let segment: Segment | null = mark.segment; segment !== null && position > stop; segment = segment.previous) {
    for (let i = position - segment.base - 1; i >= 0 && segment.base + i >= stop; i--) yield segment.entries[i]!;
    position = Math.min(position, segment.base);
  }
}

/** The latest moment both marks have in their past, or null where they have none. */
export function commonPast(a: Mark, b: Mark): Mark | null {
  const limits = new Map<Segment, number>();
  let limit = a.position;
  for (let segment: Segment | null = a.segment; segment !== null; segment = segment.previous) {
    limits.set(segment, limit);
    limit = Math.min(limit, segment.base);
  }
  limit = b.position;
  for (let segment: Segment | null = b.segment; segment !== null; segment = segment.previous) {
    const other = limits.get(segment);
    if (other !== undefined) return { segment, position: Math.min(other, limit) };
    limit = Math.min(limit, segment.base);
  }
  return null;
}

export class Journal {
  /** The number of entries so far, those of earlier segments included. */
  length: number;

  constructor(public segment: Segment) {
    this.length = segment.base + segment.entries.length;
  }

  push(entry: Entry): void {
    this.segment.entries.push(entry);
    this.length++;
  }

  mark(): Mark {
    return { segment: this.segment, position: this.length };
  }

  /** Drops the entries from `position` on for good; they must belong to the current segment. */
  truncate(position: number): void {
    this.segment.entries.length = position - this.segment.base;
    this.length = position;
  }

  /** Goes on from an earlier position; what came after stays readable through marks. */
  rewind(position: number): void {
    let segment = this.segment;
    while (segment.base >= position && segment.previous !== null) segment = segment.previous;
    this.segment = new Segment(segment, position);
    this.length = position;
  }

  /** Another journal that goes on from here while this one stays open. Good until this one is taken back to before here. */
  branch(): Journal {
    return new Journal(new Segment(this.segment, this.length));
  }

  /** Seals the segment; two journals go on from here. */
  fork(): Journal {
    const sealed = this.segment;
    const position = this.length;
    this.segment = new Segment(sealed, position);
    return new Journal(new Segment(sealed, position));
  }
}
