/** Implementations of the functions that `graphs.world` declares, on graphology. Pure and deterministic. */

import { DirectedGraph, UndirectedGraph } from "graphology";
import { connectedComponents } from "graphology-components";
import { hasCycle, topologicalSort } from "graphology-dag";
import { bidirectional, dijkstra } from "graphology-shortest-path";
import { bfs, bfsFromNode } from "graphology-traversal";
import mnemonist from "mnemonist";
import { fail } from "../runtime/failure.js";

/** As `graphs.world` declares it. */
interface WeightedGraph {
  readonly nodes: readonly string[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly weight: number | null }[];
  readonly directed: boolean | null;
}

type Loaded = DirectedGraph | UndirectedGraph;

/** Nodes go by names that no object and no number has, so that neighbours keep the order of the edges. */
const keyOf = (name: string): string => `:${name}`;
const nameOf = (key: string): string => key.slice(1);

/** Checks a graph and loads it; `oneWay` if edges are to lead only from source to target. */
function load(graph: WeightedGraph, oneWay = graph.directed === true): Loaded {
  const given = oneWay || graph.directed === true ? new DirectedGraph() : new UndirectedGraph();
  for (const name of graph.nodes) {
    if (given.hasNode(keyOf(name))) fail(`The node ${name} is given twice.`);
    given.addNode(keyOf(name));
  }
  for (const { source, target, weight } of graph.edges) {
    check(given, source);
    check(given, target);
    if (given.hasEdge(keyOf(source), keyOf(target))) fail(`The edge from ${source} to ${target} is given twice.`);
    given.addEdge(keyOf(source), keyOf(target), { weight: weight ?? 1 });
  }
  return given;
}

/** The same with all edges leading both ways. */
function loadBothWays(graph: WeightedGraph): UndirectedGraph {
  const both = new UndirectedGraph();
  const given = load(graph);
  given.forEachNode((key) => both.addNode(key));
  given.forEachEdge((_edge, attributes, source, target) => both.mergeEdge(source, target, attributes));
  return both;
}

function check(graph: Loaded, name: string): string {
  return graph.hasNode(keyOf(name)) ? keyOf(name) : fail(`The graph has no node ${name}.`);
}

export function breadth_first(graph: WeightedGraph, start: string): string[] {
  const loaded = load(graph);
  const order: string[] = [];
  bfsFromNode(loaded, check(loaded, start), (key) => void order.push(nameOf(key)), { mode: "outbound" });
  return order;
}

/** Written out: graphology's marks a node when it is put on the stack, and so leaves nodes before it went down all the way. */
export function depth_first(graph: WeightedGraph, start: string): string[] {
  const loaded = load(graph);
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    loaded.forEachOutboundNeighbor(key, visit);
  };
  visit(check(loaded, start));
  return [...seen].map(nameOf);
}

export function fewest_edges(graph: WeightedGraph, start: string, end: string): string[] | null {
  const loaded = load(graph);
  const path = bidirectional(loaded, check(loaded, start), check(loaded, end)) as string[] | null;
  return path === null ? null : path.map(nameOf);
}

export function least_weight(graph: WeightedGraph, start: string, end: string): { path: string[]; weight: number } | null {
  const negative = graph.edges.find(({ weight }) => weight !== null && weight < 0);
  if (negative) fail(`The edge from ${negative.source} to ${negative.target} has a negative weight, which Dijkstra's algorithm cannot follow.`);
  const loaded = load(graph);
  const path = dijkstra.bidirectional(loaded, check(loaded, start), check(loaded, end), "weight") as string[] | null;
  if (path === null) return null;
  const weight = path.slice(1).reduce((sum, key, i) => sum + (loaded.getEdgeAttribute(loaded.edge(path[i]!, key), "weight") as number), 0);
  return { path: path.map(nameOf), weight };
}

export function components(graph: WeightedGraph): string[][] {
  const place = placesOf(graph);
  return connectedComponents(load(graph)).map((keys) => keys.map(nameOf).sort((a, b) => place.get(a)! - place.get(b)!));
}

function placesOf(graph: WeightedGraph): Map<string, number> {
  return new Map(graph.nodes.map((name, i) => [name, i]));
}

/** In a breadth-first search, sides change with the depth; an edge within a side closes a circle of odd length. */
export function two_sides(graph: WeightedGraph): { left: string[]; right: string[] } | null {
  const loaded = loadBothWays(graph);
  const side = new Map<string, number>();
  bfs(loaded, (key, _attributes, depth) => void side.set(key, depth % 2));
  if (loaded.someEdge((_edge, _attributes, source, target) => side.get(source) === side.get(target))) return null;
  const [left, right] = [0, 1].map((wanted) => graph.nodes.filter((name) => side.get(keyOf(name)) === wanted));
  return { left: left!, right: right! };
}

export function topological_order(graph: WeightedGraph): string[] | null {
  const loaded = load(graph, true);
  return hasCycle(loaded) ? null : topologicalSort(loaded).map(nameOf);
}

export function least_spanning_tree(graph: WeightedGraph): { source: string; target: string; weight: number }[] {
  load(graph);
  const place = placesOf(graph);
  const trees = new mnemonist.StaticDisjointSet(graph.nodes.length);
  const edges = graph.edges.map(({ source, target, weight }) => ({ source, target, weight: weight ?? 1 }));
  return edges
    .sort((a, b) => a.weight - b.weight)
    .filter(({ source, target }) => {
      const [from, to] = [place.get(source)!, place.get(target)!];
      if (trees.connected(from, to)) return false;
      trees.union(from, to);
      return true;
    });
}

export function matrix(graph: WeightedGraph): number[][] {
  const loaded = load(graph);
  const weight = (source: string, target: string): number => {
    const edge = loaded.edge(keyOf(source), keyOf(target));
    return edge === undefined ? 0 : (loaded.getEdgeAttribute(edge, "weight") as number);
  };
  return graph.nodes.map((source) => graph.nodes.map((target) => weight(source, target)));
}

export function degree_centrality(graph: WeightedGraph): { node: string; centrality: number }[] {
  const loaded = load(graph);
  const others = graph.nodes.length - 1;
  return graph.nodes.map((node) => ({ node, centrality: others === 0 ? 0 : loaded.degreeWithoutSelfLoops(keyOf(node)) / others }));
}

export function complement(graph: WeightedGraph): WeightedGraph {
  const loaded = load(graph);
  const all = complete(graph.nodes, graph.directed === true);
  return { ...all, edges: all.edges.filter(({ source, target }) => !loaded.hasEdge(keyOf(source), keyOf(target))) };
}

export function graph_of_lists(neighbours: Readonly<Record<string, readonly string[]>>): WeightedGraph {
  const lists = Object.entries(neighbours);
  const edges = lists.flatMap(([source, targets]) => targets.map((target) => ({ source, target, weight: 1 })));
  return { nodes: [...new Set([...lists.map(([name]) => name), ...edges.map(({ target }) => target)])], edges, directed: true };
}

export function complete_graph(size: number, directed: boolean): WeightedGraph {
  return complete(Array.from({ length: size }, (_, i) => String(i + 1)), directed);
}

function complete(nodes: readonly string[], directed: boolean): WeightedGraph {
  const pairs = nodes.flatMap((source, i) => nodes.flatMap((target, j) => (i === j || (!directed && j < i) ? [] : [{ source, target, weight: 1 }])));
  return { nodes, edges: pairs, directed };
}
