import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { samples, serverTools, type Answer, type Args } from "../../support/server-tools.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/graph.world");
});
const output = <T>(tool: string, args: Args): T => {
  const answer = call(tool, args);
  expect(answer.status, `${tool} ${JSON.stringify(args)} ${String(answer.output)}`).toBe("ok");
  return answer.output as T;
};

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly weight?: number;
}
interface Graph {
  readonly nodes: string[];
  readonly edges: Edge[];
  readonly directed?: boolean;
}

/** Names that objects and arrays have, or order by themselves, are among them. */
const NAMES = ["b", "a", "10", "2", "__proto__", "constructor", "ü", "x y", "c", ":a"];

/** From 0 to 1, evenly. */
const share = fc.noBias(fc.nat(1000)).map((n) => n / 1000);

/** Graphs of each kind, each possible edge there or not, in a random order; weights are whole eighths, so that sums are exact. */
const graphs = (weights: fc.Arbitrary<number | undefined>, directed: fc.Arbitrary<boolean | undefined> = fc.constantFrom(undefined, false, true)): fc.Arbitrary<Graph> =>
  fc
    .record({ nodes: fc.shuffledSubarray(NAMES, { minLength: 1, maxLength: 7 }), directed, density: fc.constantFrom(0.15, 0.3, 0.6) })
    .chain(({ nodes, directed: way, density }) => {
      const pairs = nodes.flatMap((source, i) => nodes.flatMap((target, j) => (way !== true && j < i ? [] : [{ source, target }])));
      return fc
        .tuple(fc.array(fc.tuple(share, weights, fc.boolean()), { minLength: pairs.length, maxLength: pairs.length }), fc.shuffledSubarray(pairs, { minLength: pairs.length }))
        .map(([draws, order]) => ({
          nodes,
          edges: order.flatMap(({ source, target }, i): Edge[] => {
            const [chance, weight, turned] = draws[i]!;
            if (chance > (source === target ? density / 3 : density)) return [];
            const ends = turned && way !== true ? { source: target, target: source } : { source, target };
            return [weight === undefined ? ends : { ...ends, weight }];
          }),
          ...(way === undefined ? {} : { directed: way }),
        }));
    });
const eighths = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 40 }).map((n) => n / 8));
const signedEighths = fc.oneof(fc.constant(undefined), fc.integer({ min: -20, max: 40 }).map((n) => n / 8));
const weighted = graphs(signedEighths);
const positive = graphs(eighths);

/** The weight from each node to each, by their places; null where there is no edge. */
function table(graph: Graph): (number | null)[][] {
  const rows = graph.nodes.map(() => graph.nodes.map((): number | null => null));
  for (const { source, target, weight = 1 } of graph.edges) {
    const [i, j] = [graph.nodes.indexOf(source), graph.nodes.indexOf(target)];
    rows[i]![j] = weight;
    if (graph.directed !== true) rows[j]![i] = weight;
  }
  return rows;
}

/** Lengths of shortest ways between all nodes (Floyd and Warshall). */
function distances(graph: Graph, length: (weight: number) => number): number[][] {
  const d = table(graph).map((row, i) => row.map((weight, j) => (i === j ? 0 : weight === null ? Infinity : length(weight))));
  for (let k = 0; k < d.length; k++) for (let i = 0; i < d.length; i++) for (let j = 0; j < d.length; j++) d[i]![j] = Math.min(d[i]![j]!, d[i]![k]! + d[k]![j]!);
  return d;
}

/** The neighbours of a node in order of the edges. */
function neighbours(graph: Graph, node: string): string[] {
  const found = graph.edges.flatMap(({ source, target }) => (source === node ? [target] : target === node && graph.directed !== true ? [source] : []));
  return [...new Set(found)];
}

const bothWays = (graph: Graph): Graph => ({ ...graph, directed: false });
const anyTwo = (graph: Graph): [string, string][] => graph.nodes.flatMap((start) => graph.nodes.map((end): [string, string] => [start, end]));

describe("walks", () => {
  it("bfs visits by distance, and siblings in the order of their parents and edges", () => {
    for (const graph of samples(weighted)) {
      for (const start of graph.nodes) {
        const order = [start];
        for (const node of order) for (const next of neighbours(graph, node)) if (!order.includes(next)) order.push(next);
        expect(output("bfs", { graph, start })).toEqual(order);
      }
    }
  });
  it("dfs goes down before it goes on, in the order of the edges", () => {
    const walk = (graph: Graph, node: string, seen: string[]): string[] =>
      seen.includes(node) ? seen : neighbours(graph, node).reduce((before, next) => walk(graph, next, before), [...seen, node]);
    for (const graph of samples(weighted)) for (const start of graph.nodes) expect(output("dfs", { graph, start }), JSON.stringify(graph)).toEqual(walk(graph, start, []));
  });
});

describe("paths", () => {
  const check = (graph: Graph, path: readonly string[], start: string, end: string): number => {
    expect([path[0], path[path.length - 1]]).toEqual([start, end]);
    const weights = table(graph);
    const step = (i: number): number | null => weights[graph.nodes.indexOf(path[i]!)]![graph.nodes.indexOf(path[i + 1]!)]!;
    const steps = path.slice(1).map((_, i) => step(i));
    expect(steps).not.toContain(null);
    return steps.reduce<number>((sum, weight) => sum + weight!, 0);
  };
  it("shortest_path_unweighted and path_exists agree with all distances", () => {
    for (const graph of samples(weighted)) {
      const d = distances(graph, () => 1);
      for (const [start, end] of anyTwo(graph)) {
        const expected = d[graph.nodes.indexOf(start)]![graph.nodes.indexOf(end)]!;
        expect(output("path_exists", { graph, start, end })).toBe(expected < Infinity);
        const answer = call("shortest_path_unweighted", { graph, start, end });
        if (expected === Infinity) {
          expect(answer).toEqual({ status: "failed", output: `There is no path from ${start} to ${end}.` });
          continue;
        }
        const { path, edges } = answer.output as { path: string[]; edges: number };
        check(graph, path, start, end);
        expect([edges, path.length - 1]).toEqual([expected, expected]);
      }
    }
  });
  it("shortest_path_dijkstra agrees with all distances", () => {
    for (const graph of samples(positive)) {
      const d = distances(graph, (weight) => weight);
      for (const [start, end] of anyTwo(graph)) {
        const expected = d[graph.nodes.indexOf(start)]![graph.nodes.indexOf(end)]!;
        const answer = call("shortest_path_dijkstra", { graph, start, end });
        if (expected === Infinity) {
          expect(answer.status).toBe("failed");
          continue;
        }
        const { path, weight } = answer.output as { path: string[]; weight: number };
        expect([check(graph, path, start, end), weight]).toEqual([expected, expected]);
      }
    }
  });
  it("shortest_path_dijkstra refuses negative weights", () => {
    for (const graph of samples(weighted).filter(({ edges }) => edges.some(({ weight = 1 }) => weight < 0))) {
      expect(call("shortest_path_dijkstra", { graph, start: graph.nodes[0], end: graph.nodes[0] }).status).toBe("failed");
    }
  });
});

describe("structure", () => {
  it("connected_components and is_connected agree with who can reach whom", () => {
    for (const graph of samples(weighted)) {
      const d = distances(bothWays(graph), () => 1);
      const parts = graph.nodes.map((_, i) => graph.nodes.filter((_name, j) => d[i]![j]! < Infinity));
      const expected = [...new Set(parts.map((part) => JSON.stringify(part)))].map((part) => JSON.parse(part) as string[]);
      expect(output("connected_components", { graph })).toEqual(expected);
      expect(output("is_connected", { graph })).toBe(expected.length === 1);
    }
  });
  it("is_bipartite agrees with trying all divisions", () => {
    for (const graph of samples(weighted)) {
      const splits = (sides: number): boolean => graph.edges.every(({ source, target }) => ((sides >> graph.nodes.indexOf(source)) & 1) !== ((sides >> graph.nodes.indexOf(target)) & 1));
      const possible = Array.from({ length: 2 ** graph.nodes.length }, (_, sides) => sides).some(splits);
      const { bipartite, left, right } = output<{ bipartite: boolean; left: string[]; right: string[] }>("is_bipartite", { graph });
      expect(bipartite).toBe(possible);
      if (!bipartite) expect([left, right]).toEqual([[], []]);
      else {
        expect([...left, ...right].sort()).toEqual([...graph.nodes].sort());
        expect(splits(left.reduce((sides, name) => sides | (1 << graph.nodes.indexOf(name)), 0))).toBe(true);
      }
    }
  });
  it("topological_sort orders what has no circle", () => {
    let sorted = 0;
    for (const graph of samples(weighted, 150)) {
      const d = distances({ ...graph, directed: true }, () => 1);
      const place = (name: string): number => graph.nodes.indexOf(name);
      const circular = graph.edges.some(({ source, target }) => d[place(target)]![place(source)]! < Infinity);
      const { status, output: order } = call("topological_sort", { graph });
      expect(status).toBe(circular ? "failed" : "ok");
      if (circular) continue;
      sorted++;
      const names = order as string[];
      expect([...names].sort()).toEqual([...graph.nodes].sort());
      for (const { source, target } of graph.edges) expect(names.indexOf(source)).toBeLessThan(names.indexOf(target));
    }
    expect(sorted).toBeGreaterThan(50);
  });
  it("mst_kruskal weighs as much as what Prim's algorithm finds, and closes no circle", () => {
    for (const graph of samples(weighted)) {
      const rows = table(bothWays({ ...graph, edges: [...graph.edges].sort((a, b) => (b.weight ?? 1) - (a.weight ?? 1)) }));
      let expected = 0;
      let parts = 0;
      const outside = new Set(graph.nodes.keys());
      const cost = new Map<number, number>();
      while (outside.size > 0) {
        const reachable = [...outside].filter((i) => cost.has(i));
        const next = reachable.length > 0 ? reachable.reduce((best, i) => (cost.get(i)! < cost.get(best)! ? i : best)) : [...outside][0]!;
        if (reachable.length > 0) expected += cost.get(next)!;
        else parts++;
        outside.delete(next);
        for (const i of outside) if (rows[next]![i] !== null) cost.set(i, Math.min(cost.get(i) ?? Infinity, rows[next]![i]!));
      }
      const tree = output<{ edges: (Edge & { weight: number })[]; weight: number }>("mst_kruskal", { graph });
      expect(tree.weight).toBe(expected);
      expect(tree.edges).toHaveLength(graph.nodes.length - parts);
      expect(tree.edges.map(({ weight }) => weight)).toEqual(tree.edges.map(({ weight }) => weight).sort((a, b) => a - b));
      for (const edge of tree.edges) expect(graph.edges.map(({ source, target, weight = 1 }) => ({ source, target, weight }))).toContainEqual(edge);
      const d = distances(bothWays({ nodes: graph.nodes, edges: tree.edges }), () => 1);
      expect(new Set(d.map((row) => row.map((x) => x < Infinity).join())).size).toBe(parts);
    }
  });
  it("degree_centrality counts neighbours", () => {
    for (const graph of samples(weighted)) {
      const rows = table(graph);
      const others = graph.nodes.length - 1;
      const count = (i: number): number => rows.reduce((sum, row, j) => sum + (i === j ? 0 : Number(rows[i]![j] !== null) + (graph.directed === true ? Number(row[i] !== null) : 0)), 0);
      expect(output("degree_centrality", { graph })).toEqual(graph.nodes.map((node, i) => ({ node, centrality: others === 0 ? 0 : count(i) / others })));
    }
  });
});

describe("forms", () => {
  it("adjacency_matrix holds the weights", () => {
    for (const graph of samples(weighted)) expect(output("adjacency_matrix", { graph })).toEqual({ nodes: graph.nodes, matrix: table(graph).map((row) => row.map((weight) => weight ?? 0)) });
  });
  it("adjacency_list_to_matrix holds who is in whose list", () => {
    const lists = fc.dictionary(fc.constantFrom("a", "b", "10", "2", "constructor"), fc.uniqueArray(fc.constantFrom("a", "b", "10", "2", "z"), { maxLength: 4 }), { minKeys: 1 });
    for (const adjacency of samples(lists)) {
      const given = JSON.parse(JSON.stringify(adjacency)) as Record<string, string[]>;
      const nodes = [...new Set([...Object.keys(given), ...Object.values(given).flat()])];
      const matrix = nodes.map((from) => nodes.map((to) => Number(Object.hasOwn(given, from) && given[from]!.includes(to))));
      expect(output("adjacency_list_to_matrix", { adjacency: given })).toEqual({ nodes, matrix });
    }
    expect(call("adjacency_list_to_matrix", { adjacency: {} }).status).toBe("failed");
  });
  it("graph_complement has exactly the edges that are missing", () => {
    for (const graph of samples(weighted)) {
      const rest = output<Graph>("graph_complement", { graph });
      const [had, has] = [table(graph), table(rest)];
      expect([rest.nodes, rest.directed]).toEqual([graph.nodes, graph.directed ?? false]);
      graph.nodes.forEach((_a, i) => graph.nodes.forEach((_b, j) => expect(has[i]![j] === null).toBe(i === j || had[i]![j] !== null)));
      expect(call("bfs", { graph: rest, start: rest.nodes[0] }).status).toBe("ok");
    }
  });
  it("random_erdos_renyi draws each edge with the probability, from the seed", async () => {
    const again = await serverTools("worlds/servers/graph.world");
    for (const { n, p, directed } of samples(fc.record({ n: fc.integer({ min: 1, max: 100 }), p: share, directed: fc.boolean() }))) {
      const graph = output<Graph>("random_erdos_renyi", { n, p, directed });
      expect(again("random_erdos_renyi", { n, p, directed }).output).toEqual(graph);
      expect([graph.nodes, graph.directed]).toEqual([Array.from({ length: n }, (_, i) => String(i + 1)), directed]);
      expect(graph.edges.every(({ source, target, weight }) => source !== target && weight === 1)).toBe(true);
      const possible = (n * (n - 1)) / (directed ? 1 : 2);
      expect(Math.abs(graph.edges.length - possible * p)).toBeLessThanOrEqual(5 * Math.sqrt(possible * p * (1 - p)) + 1e-9);
      expect(call("adjacency_matrix", { graph }).status).toBe("ok");
    }
  });
});

describe("graphs that are none", () => {
  const TOOLS = ["bfs", "dfs", "shortest_path_dijkstra", "shortest_path_unweighted", "path_exists", "is_bipartite", "connected_components", "is_connected", "topological_sort", "mst_kruskal", "adjacency_matrix", "degree_centrality", "graph_complement"];
  it.each(TOOLS)("%s refuses edges of unknown nodes, and edges given twice", (tool) => {
    const needs = ["bfs", "dfs"].includes(tool) ? { start: "a" } : /path/.test(tool) ? { start: "a", end: "b" } : {};
    const edge = { source: "a", target: "b" };
    expect(call(tool, { graph: { nodes: ["a", "b"], edges: [edge, { source: "b", target: "c" }] }, ...needs })).toEqual({ status: "failed", output: "The graph has no node c." });
    expect(call(tool, { graph: { nodes: ["a", "b"], edges: [edge, edge] }, ...needs })).toEqual({ status: "failed", output: "The edge from a to b is given twice." });
    expect(call(tool, { graph: { nodes: ["a", "a"], edges: [] }, ...needs }).status).toBe("invalid");
    expect(call(tool, { graph: { nodes: [], edges: [] }, ...needs }).status).toBe("invalid");
  });
});
