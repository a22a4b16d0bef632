/** Shortest ways through the graphs that worlds declare, on graphology. Pure and deterministic. */

import { DirectedGraph } from "graphology";
import { dijkstra, singleSourceLength } from "graphology-shortest-path";
import { bfsFromNode } from "graphology-traversal";
import { step } from "../runtime/values.js";

/** What a search takes for each arc, in steps of a tool call. */
const STEPS_PER_ARC = 50;

/** One way along a leg. Rows go by slots, which are in the order of their tables; arcs come in the order of the legs' keys. */
interface Arc<Leg extends number, Site extends number> {
  readonly leg: Leg;
  readonly from: Site;
  readonly to: Site;
  readonly cost: number;
}

interface Edge<Leg extends number, Site extends number> extends Arc<Leg, Site> {
  /** The arc's place among all. */
  readonly order: number;
}

/**
 * The arcs turned round, so that a search from a site finds the ways to it. Of several between two sites the cheapest is
 * kept, and the first of those.
 */
function turned<Leg extends number, Site extends number>(arcs: readonly Arc<Leg, Site>[]): DirectedGraph<object, Edge<Leg, Site>> {
  // A search counts for what it costs.
  step("std/routes", STEPS_PER_ARC * arcs.length);
  const graph = new DirectedGraph<object, Edge<Leg, Site>>();
  arcs.forEach((arc, order) => {
    if (arc.from === arc.to) return;
    graph.mergeNode(arc.from);
    graph.mergeNode(arc.to);
    const known = graph.edge(arc.to, arc.from);
    if (known === undefined) graph.addEdge(arc.to, arc.from, { ...arc, order });
    else if (arc.cost < graph.getEdgeAttribute(known, "cost")) graph.replaceEdgeAttributes(known, { ...arc, order });
  });
  return graph;
}

/** The cheapest way: of those the one with the fewest legs, of those the one whose legs come first, compared from the start. */
function way<Leg extends number, Site extends number>(arcs: readonly Arc<Leg, Site>[], from: Site, to: Site): readonly Arc<Leg, Site>[] | null {
  if (from === to) return [];
  const graph = turned(arcs);
  if (!graph.hasNode(from) || !graph.hasNode(to)) return null;
  // Brandes' variant of Dijkstra's algorithm knows of each site all that may come next on a cheapest way.
  const [, nexts] = dijkstra.brandes(graph, String(to), "cost");
  const cheapest = new DirectedGraph();
  for (const site of graph.nodes()) for (const next of nexts[site]!) cheapest.mergeEdge(next, site);
  if (!cheapest.hasNode(from)) return null;
  const legsLeft = singleSourceLength(cheapest, to);
  const found: Arc<Leg, Site>[] = [];
  for (let at = String(from); at !== String(to); at = String(found.at(-1)!.to)) {
    const short = nexts[at]!.filter((next) => legsLeft[next]! < legsLeft[at]!).map((next) => graph.getEdgeAttributes(next, at));
    found.push(short.reduce((first, other) => (other.order < first.order ? other : first)));
  }
  return found;
}

/** The legs of the way; null where there is none. */
export function path<Leg extends number, Site extends number>(arcs: readonly Arc<Leg, Site>[], from: Site, to: Site): Leg[] | null {
  return way(arcs, from, to)?.map(({ leg }) => leg) ?? null;
}

/** What the way costs, added from its end; null where there is none. */
export function cost<Leg extends number, Site extends number>(arcs: readonly Arc<Leg, Site>[], from: Site, to: Site): number | null {
  return way(arcs, from, to)?.reduceRight((sum, arc) => sum + arc.cost, 0) ?? null;
}

/** Where one can get to, the start included, in the order of the sites' table. */
export function reachable<Leg extends number, Site extends number>(arcs: readonly Arc<Leg, Site>[], from: Site): Site[] {
  const graph = turned(arcs);
  graph.mergeNode(from);
  const sites: Site[] = [];
  bfsFromNode(graph, String(from), (site) => void sites.push(Number(site) as Site), { mode: "inbound" });
  return sites.sort((a, b) => a - b);
}
