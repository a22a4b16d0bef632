import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { randomCall } from "../support/random-calls.js";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type Runtime, type Session, type WorldDef } from "../support/world.js";

interface Card {
  readonly nid: string;
  readonly title: string;
  readonly published: string;
}

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld("worlds/lightnews.world")]);
});

function ask<T>(session: Session, tool: string, args: object = {}): T {
  const { status, output } = session.call(tool, args);
  expect([tool, status, output]).toEqual([tool, "ok", output]);
  return output as T;
}

describe("LightNews", () => {
  it("has 40 to 60 articles a section, in the order of their times, none from the future", () => {
    for (let seed = 0; seed < 60; seed++) {
      const session = runtime.Session.start(world, { seed });
      const now = ask<string>(session, "now");
      for (const section of ask<string[]>(session, "list_all_sections")) {
        const cards = ask<Card[]>(session, "get_last_k_news", { section, k: 1000 });
        expect(cards.length).toBeGreaterThanOrEqual(40);
        expect(cards.length).toBeLessThanOrEqual(60);
        const times = cards.map(({ published }) => published);
        expect(times).toEqual([...times].sort());
        expect(times[0]! >= "2025-01-01T00:00:00" && times.at(-1)! <= now).toBe(true);
      }
    }
  });

  it("finds exactly the articles with every word, within the days asked for", () => {
    for (let seed = 0; seed < 10; seed++) {
      const session = runtime.Session.start(world, { seed });
      for (const section of ask<string[]>(session, "list_all_sections")) {
        const cards = ask<Card[]>(session, "get_last_k_news", { section, k: 1000 });
        const texts = cards.map(({ nid }) => {
          const { title, abstract, body } = ask<Record<"title" | "abstract" | "body", string>>(session, "get_details", { nid });
          return `${title}\n${abstract}\n${body}`.toLowerCase();
        });
        const [from, to] = [cards[10]!.published.slice(0, 10), cards[30]!.published.slice(0, 10)];
        for (const query of ["the", "lighttown High", "toy industry", "$ hollis", "zzz"]) {
          const wanted = query.toLowerCase().split(" ");
          const fits = ({ published }: Card, i: number): boolean =>
            published.slice(0, 10) >= from && published.slice(0, 10) <= to && wanted.every((word) => texts[i]!.includes(word));
          const found = ask<Card[]>(session, "search", { section, query, maxn: 1000, begin_date: from, end_date: to });
          expect(found).toEqual(cards.filter(fits).reverse());
        }
      }
    }
  });

  it("is never changed by a call, nor is the clock but by waiting, and no call raises", () => {
    const session = runtime.Session.start(world, { seed: 1 });
    const before = JSON.stringify(session.snapshot().tables);
    const clock = session.clock;
    for (let number = 0; number < 3000; number++) {
      const { tool, args } = randomCall(runtime, session, number);
      if (["finish", "report_infeasible", "wait_until"].includes(tool)) continue;
      expect(session.call(tool, args).diagnostic).toBeUndefined();
    }
    expect(JSON.stringify(session.snapshot().tables)).toBe(before);
    expect(session.clock).toBe(clock);
  });
});

describe("LightNews's corpora", () => {
  const folder = join(ROOT, "worlds/corpus/news");
  const sections = readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), "utf8")) as Record<"title" | "abstract" | "body" | "author", string>[]);

  it("hold more articles a section than are ever printed, each a whole one, no title twice", () => {
    expect(sections).toHaveLength(6);
    for (const section of sections) {
      expect(section.length).toBeGreaterThanOrEqual(62);
      for (const { title, abstract, body } of section) {
        const words = body.split(/\s+/).length;
        expect(words >= 60 && words <= 110, `${title}: ${words} words`).toBe(true);
        expect(abstract).toMatch(/\.$/);
      }
    }
    const articles = sections.flat();
    expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length);
    expect(new Set(articles.map(({ author }) => author)).size).toBeGreaterThanOrEqual(20);
  });
});
