// Timing by the processor time of this process, in batches that take turns, so that a noisy machine disturbs both sides alike.

/** Processor milliseconds that `work` takes. */
export function cpu(work) {
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs both in turn, `rounds` times after one warm-up, and gives the median operations per processor second of each. */
export function compare(ours, peer, rounds = 7) {
  const rates = { ours: [], peer: [] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, side] of [["ours", ours], ["peer", peer]]) {
      const context = side.prepare();
      let count = 0;
      const ms = cpu(() => (count = side.work(context)));
      if (round >= 0) rates[name].push((count * 1000) / ms);
    }
  }
  return { ours: median(rates.ours), peer: median(rates.peer), ratio: median(rates.ours.map((rate, i) => rate / rates.peer[i])) };
}

export function thousands(n) {
  return n >= 1000 ? Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, ",") : n.toPrecision(3);
}

/** A Markdown table of what was measured, here and at the peer. */
export function table(rows) {
  const head = ["measured", "worldc", "peer", "ratio", "budget"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
