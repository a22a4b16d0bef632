/** LightNews: nothing of it is given out; articles are known from lists and from reading them. */

import { objects, rows, setOf, told, type Answer } from "../answers.js";
import type { ReplayedApp, Start, Tables } from "../app.js";
import { refusedHere, type Correction } from "../corrections.js";
import { instant, type NeutralRow } from "../neutral.js";
import { read, type Json } from "../recording.js";
import { table } from "../tables.js";

const APP = "LightNews";

interface Headline {
  readonly nid: string;
  readonly title: string;
  readonly abstract: string;
  readonly published: string;
}

function headlines(output: unknown, path: string): Headline[] {
  return objects(output, path).map((json) => ({
    nid: read.text(json, "nid", path),
    title: read.text(json, "title", path),
    abstract: read.text(json, "abstract", path),
    published: read.instant(json, "timestamp", path),
  }));
}

/** Only the articles that lists showed: any other might be newer, or match a search. */
function load(_state: Json, _path: string, { recording }: Start): Tables {
  const articles = new Map<string, Json>();
  for (const { call, output, path } of told(recording, APP, "get_last_k_news", "search")) {
    for (const headline of headlines(output, path)) articles.set(headline.nid, { ...headline, section: call.args["section"], body: "", author: "" });
  }
  return { "LightNews.Article": table([...articles.values()]) };
}

const row = ({ nid, title, abstract, published }: Headline): NeutralRow => ({ id: nid, fields: { title, abstract, published: instant(published) } });

const list: Answer = {
  recorded: (output, path) => rows("article", headlines(output, path).map(row)),
  ours: (output: readonly Headline[]) => rows("article", output.map(row)),
};

const corrections: readonly Correction[] = [
  {
    number: 19,
    reason: "the latest none or fewer cannot be asked for",
    tools: ["get_last_k_news"],
    explains: (d, call) => refusedHere(d) && Number(call.args["k"]) < 1,
  },
];

const article = (nid: unknown): string => `article ${String(nid)}`;

export const lightNews: ReplayedApp = {
  recorded: APP,
  app: APP,
  names: { tools: {}, args: {} },
  state: {
    created: {},
    likeness: () => false,
    load,
    omitted: {
      told: (recording) => told(recording, APP, "get_last_k_news", "search").flatMap(({ output, path }) => headlines(output, path).map(({ nid }) => article(nid))),
      needed: ({ tool, args }) => (tool === "get_details" || tool === "get_news_url" ? [article(args["nid"])] : []),
    },
    recordedState: () => ({}),
    ownState: () => ({}),
  },
  answers: {
    list_all_sections: { recorded: (output, path) => setOf(read.texts({ output }, "output", path)), ours: (output: readonly string[]) => setOf(output) },
    get_last_k_news: list,
    search: list,
  },
  corrections,
};
