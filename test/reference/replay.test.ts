import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/root.js";
import { defectRuns } from "./defects.js";
import { lightDefectRuns } from "./defects-light.js";
import { callOf, flight, lightRun, recordedLight, shop, stock, TOKYO, trade } from "./fixture-light.js";
import { ANN, CAT, id, recorded, sampleRun } from "./fixture.js";
import { alterations } from "./mutations.js";
import { APPS, replayAll } from "./runs.js";
import type { RecordedCall, Recording } from "./recording.js";
import type { RunReport } from "./report.js";

const RUNS = [...defectRuns(), ...lightDefectRuns()];

/** Fields of answers (or whole ones) that tell what the initial state omits, that have no place here, or that are sentences around a value. */
const UNHEEDED = [
  "add_passenger",
  "add_to_cart",
  "get_cart_summary caid",
  "get_chat_history receive_uid",
  ...["arrival", "arrival_time", "business", "departure", "depature_time", "duration", "economy", "first"].map((field) => `get_flight_details ${field}`),
  ...["description", "name", "precip_mm", "temp_c"].map((field) => `get_forecast ${field}`),
  ...["abstract", "nid", "timestamp", "title"].map((field) => `get_last_k_news ${field}`),
  "place_market_order",
  "search_stocks name",
];

const replayed = async (recording: Recording): Promise<RunReport> => (await replayAll([recording]))[0] as RunReport;

describe("replaying a recorded run", () => {
  it("agrees in every status and in the whole final state", async () => {
    const report = await replayed(sampleRun());
    expect(report.unexplained).toEqual([]);
    expect(report.explained).toEqual([]);
    expect(report).toMatchObject({ replayed: 24, statusesThatAgree: 24, skipped: [], unanchored: [] });
    expect(report.valuesCompared).toBeGreaterThan(100);
    expect(report.answersCompared).toBeGreaterThan(20);
  });

  it("agrees through all apps at once", async () => {
    const report = await replayed(lightRun());
    expect(report.unexplained).toEqual([]);
    expect(report.explained).toEqual([]);
    expect(report).toMatchObject({ replayed: 64, statusesThatAgree: 64, skipped: [], unanchored: [] });
    expect(report.valuesCompared).toBeGreaterThan(150);
    expect(report.answersCompared).toBeGreaterThan(150);
  });

  it("leaves out calls of apps that do not exist, or of which the run has no state, and names them", async () => {
    const run = recorded("task-strange", [callOf("LightPost", "send_parcel", {}, "ok"), shop("check_balance", {}, "failed")], () => undefined);
    const { replayed: calls, skipped, unexplained } = await replayed(run);
    expect([calls, unexplained]).toEqual([0, []]);
    expect(skipped.map((r) => `${r.call} ${r.tool}: ${r.remark}`)).toEqual(["0 send_parcel: its app does not exist here", "1 check_balance: the run has no state of its app"]);
  });

  it("names calls whose outcome depends on what the record tells nowhere", async () => {
    const run = recordedLight("task-blind", [
      shop("checkout_all", {}, "failed", "No password."),
      flight("add_to_booking", { fid: TOKYO, seat_class: "economy", passenger_idx: 5 }, "failed", "No such passenger."),
      stock("place_market_order", { ticker: "MMM", side: "buy", quantity: 1 }, "failed", "No password."),
    ]);
    const { unanchored, unexplained } = await replayed(run);
    expect(unexplained).toEqual([]);
    expect(unanchored.map((r) => `${r.call} ${r.tool}: ${r.remark}`)).toEqual([
      "0 checkout_all: nothing tells the balance",
      `1 add_to_booking: nothing tells flight ${TOKYO}`,
      "2 place_market_order: nothing tells the price of MMM",
    ]);
  });

  it("lets nothing happen that the original does not do by itself", async () => {
    const late = (one: RecordedCall, before: string, after: string): RecordedCall => ({ ...one, clock_before: `2026-01-02 ${before}`, clock_after: `2026-01-02 ${after}` });
    const calls = [
      late(stock("wait_trade_password", {}, "ok"), "15:59:59", "15:59:59"),
      late(stock("place_market_order", { ticker: "NKE", side: "buy", quantity: 1 }, "ok", "Bought, fee: 0.24$"), "15:59:59", "16:00:04"),
      late(stock("search_stocks", { query: "NKE" }, "ok", [{ ticker: "NKE", name: "Nike Inc.", price: 120 }]), "23:59:59", "23:59:59"),
    ];
    const run = recordedLight("task-late", calls, ({ stock: { user, stocks } }) => {
      user.trading_balance -= 120.24;
      stocks.portfolio[0].quantity = 11;
      stocks.trade_history.push(trade(id("trans", "Late"), "NKE", "buy", 1, 120, 0.24, "2026-01-02 16:00:04"));
    });
    expect((await replayed(run)).unexplained).toEqual([]);
  });

  it("fails for a record that cannot be imported, and says where it is wrong", async () => {
    const run = sampleRun();
    const envelope = run.initial["LightTalk"] as { output: { contacts: Record<string, { chat_history: { send_uid: string }[] }> } };
    envelope.output.contacts[ANN]!.chat_history[0]!.send_uid = id("user", "Nobody");
    const { unexplained } = await replayed(run);
    expect(unexplained).toHaveLength(1);
    expect(unexplained[0]!.difference).toMatch(/Message.*\.from: there is no contact with the key/);
  });
});

describe("corrections", () => {
  it.each(RUNS.map(({ number, recording }, i) => ({ i, number, name: recording.name, recording })))("$number explains $name ($i)", async ({ number, recording }) => {
    const report = await replayed(recording);
    expect(report.unexplained).toEqual([]);
    expect(report.explained.length).toBeGreaterThan(0);
    expect(new Set(report.explained.map((e) => e.correction))).toEqual(new Set([number]));
  });

  it.each(APPS.filter((app) => app.corrections.length > 0))("of $app are all described", ({ app, corrections }) => {
    const page = readFileSync(join(ROOT, `docs/worlds/${app.toLowerCase()}.md`), "utf8");
    const described = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    expect(described).toEqual(expect.arrayContaining(corrections.map((correction) => correction.number)));
  });

  it("are all shown by a run", () => {
    const shown = new Set(RUNS.map((run) => run.number));
    expect(APPS.flatMap(({ corrections }) => corrections.map(({ number }) => number)).filter((number) => !shown.has(number))).toEqual([]);
  });

  it("does not explain the same difference where the call was not made", async () => {
    const silent = RUNS.map(({ recording }) => ({ ...recording, calls: [] }));
    const changed = silent.filter(({ initial, final }) => JSON.stringify(initial) !== JSON.stringify(final));
    expect(changed.length).toBeGreaterThan(25);
    for (const report of await replayAll(changed)) expect(report.unexplained.length, report.run).toBeGreaterThan(0);
  });
});

describe("the comparison notices", () => {
  it("any altered value of the final state but identifiers that the run made and no result showed", async () => {
    const altered = alterations(sampleRun(), "final");
    expect(altered.length).toBeGreaterThan(100);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run.replace("task-sample: final.LightTalk.output.", ""))).toEqual([
      `contacts.${ANN}.moments.0.comments.0.comments.2.cid`,
      `contacts.${CAT}.chat_history.1.mid`,
      "groups.0.chat_history.1.mid",
      "groups.1.chat_history.0.mid",
    ]);
  });

  it("any altered value of the other apps' final states but identifiers that the run made and no result showed", async () => {
    const light = lightRun();
    const { LightTalk: _, ...final } = light.final;
    const altered = alterations({ ...light, final }, "final").map((one) => ({ ...one, final: { ...light.final, ...one.final } }));
    expect(altered.length).toBe(90);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run.replace("task-light: final.", ""))).toEqual([
      "LightShop.output.cart.0.caid",
      "LightStock.output.stocks.pending_orders.1.oid",
      "LightStock.output.stocks.trade_history.1.trid",
    ]);
  });

  it("any altered value of the other apps' initial states but what follows from others, and an alert that the run removes", async () => {
    const light = lightRun();
    const altered = alterations(light, "initial").filter((one) => !one.name.includes("LightTalk"));
    expect(altered).toHaveLength(65);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run.replace("task-light: initial.", ""))).toEqual([
      "LightShop.output.cart.0.sid",
      "LightStock.output.user.frozen_margin",
      "LightStock.output.stocks.pending_orders.0.frozen_margin",
      "LightStock.output.stocks.price_alerts.HON",
    ]);
  });

  it("any altered answer but what the initial state was made from, and what has no place here", async () => {
    const altered = [...alterations(sampleRun(), "answer"), ...alterations(lightRun(), "answer")];
    expect(altered.length).toBeGreaterThan(150);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    const runs = [sampleRun(), lightRun()];
    const named = missed.map(({ run }) => {
      const [, name, call, field = ""] = /^(.+): calls\.(\d+)\.result\.output(?:.*\.(\w+))?$/.exec(run) ?? [];
      return `${runs.find((one) => one.name === name)!.calls[Number(call)]!.tool} ${field}`.trim();
    });
    expect([...new Set(named)].sort()).toEqual(UNHEEDED);
  });

  it("any altered status", async () => {
    const altered = [...alterations(sampleRun(), "status"), ...alterations(lightRun(), "status")];
    expect(altered).toHaveLength(24 + 64);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run)).toEqual([]);
  });
});
