import { beforeAll, describe, expect, it } from "vitest";
import { compileText, start, type LoadedWorld } from "../support/compile-world.js";
import { faultsOf } from "../support/valid-state.js";
import { loadRuntime, loadWorld } from "../support/world.js";

describe("the initial states of the whole Light world", () => {
  // `npm run states` looks at a thousand.
  it("are as declared, for the seeds 1 to 100", async () => {
    const [runtime, world] = await Promise.all([loadRuntime(), loadWorld("worlds/light.world")]);
    for (let seed = 1; seed <= 100; seed++) {
      const session = runtime.Session.start(world, { seed });
      expect(faultsOf(session), `seed ${seed}`).toEqual([]);
      expect(world.tables.filter((_table, number) => session.store.all(number).length > 0).length).toBeGreaterThan(10);
    }
  }, 240_000);
});

describe("looking at a state", () => {
  let loaded: LoadedWorld;
  beforeAll(async () => {
    loaded = await compileText(`app Library {
  enum Genre { novel, poetry }
  kind Place { shelf(row: int), lent }
  entity Book {
    key isbn: string folded
    title: string unique
    genre: Genre = novel
    pages: int where in 1..5000
    place: Place = lent
    seats: Record<Genre, int> = { novel: 1, poetry: 2 }
    sequel: Book? cascade tree
    check pages != 13 else "Thirteen pages are too few."
  }
  entity Reader { key rid: id("reader")   name: string?   unique_name: string? unique   lent: Set<Book> }
  entity Seat { key book: Book, number: int }
  state { favourite: Book   opened: time = 09:00 }
  init {
    let emma = create Book { isbn: "a", title: "Emma", pages: 400, place: shelf(row: 2) }
    let more = create Book { isbn: "b", title: "More Emma", pages: 300, sequel: emma }
    create Reader { name: "Ann", lent: [emma, more] }
    create Reader { unique_name: "Bob" }
    create Seat { book: emma, number: 1 }
    create Seat { book: emma, number: 2 }
    set favourite = emma
  }
  /// Counts books.
  tool count_books() { return Book.all.count }
}
world Town { apps Library }
`);
  });

  /** What is said once a row is replaced behind the store's back. */
  function broken(entity: string, slot: number, fields: object): string[] {
    const session = start(loaded);
    const table = loaded.world.tables.findIndex(({ name }) => name === `Library.${entity}`);
    // Other sessions of the seed share the table.
    const whole = session.store.tables[table]!;
    const rows = whole.rows.with(slot, { ...(whole.rows[slot] as object), ...fields });
    session.store.tables[table] = Object.assign(Object.create(Object.getPrototypeOf(whole) as object) as typeof whole, whole, { rows });
    return faultsOf(session);
  }

  it("finds nothing where nothing is wrong", () => {
    expect(faultsOf(start(loaded))).toEqual([]);
  });

  it.each([
    ["a refinement", "Book", 0, { pages: 6000 }, /^Library.Book 0: pages: /],
    ["a check", "Book", 0, { pages: 13 }, /^Library.Book 0: the check at main.world:\d+ fails$/],
    ["a unique value that stands twice", "Book", 1, { title: "Emma" }, /title Emma stands twice/],
    ["a key that stands twice, in another case", "Book", 1, { isbn: "A" }, /isbn a stands twice/],
    ["a composite key that stands twice", "Seat", 1, { number: 1 }, /book, number \[0,1\] stands twice/],
    ["an identifier of another kind", "Reader", 0, { rid: "book_x" }, /the key book_x/],
    ["a member that the enum lacks", "Book", 0, { genre: "drama" }, /genre is "drama"/],
    ["a case that lacks its field", "Book", 0, { place: { kind: "shelf" } }, /place is /],
    ["a missing slot", "Book", 0, { seats: { novel: 1 } }, /seats is /],
    ["a part of a number", "Book", 0, { pages: 1.5 }, /pages is 1.5/],
    ["nothing where something is needed", "state", 0, { favourite: null }, /favourite is null/],
    ["a reference to no row", "state", 0, { favourite: 7 }, /favourite is 7/],
    ["a set with a member that is no row", "Reader", 0, { lent: [0, 9] }, /lent is \[0,9\]/],
    ["a set with a member twice", "Reader", 0, { lent: [1, 1] }, /lent is \[1,1\]/],
    ["a tree that leads back", "Book", 0, { sequel: 1 }, /sequel leads back/],
    ["a time beyond the day", "state", 0, { opened: 86_400 }, /opened is 86400/],
    ["a field too many", "Reader", 1, { age: 3 }, /fields rid, name/],
  ])("finds %s", (_what, entity, slot, fields, message) => {
    expect(broken(entity, slot, fields).join("\n")).toMatch(message);
  });
});
