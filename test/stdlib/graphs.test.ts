import { describe, expect, it } from "vitest";
import { breadth_first, complete_graph, depth_first, graph_of_lists, least_spanning_tree, least_weight, matrix, topological_order } from "../../stdlib/graphs.js";
import { refusal } from "../support/failure.js";

const edge = (source: string, target: string, weight: number | null = null): { source: string; target: string; weight: number | null } => ({ source, target, weight });

describe("graphs", () => {
  it("keep the order of edges for nodes that look like numbers", () => {
    const graph = { nodes: ["a", "10", "9", "1"], edges: [edge("a", "10"), edge("a", "9"), edge("a", "1")], directed: null };
    expect(breadth_first(graph, "a")).toEqual(["a", "10", "9", "1"]);
    expect(depth_first(graph, "a")).toEqual(["a", "10", "9", "1"]);
  });

  it("go down before they go on", () => {
    // Where a node is marked when it is first seen from above, c comes before b's neighbour d.
    const graph = { nodes: ["a", "b", "c", "d"], edges: [edge("a", "b"), edge("a", "c"), edge("a", "d"), edge("b", "d")], directed: null };
    expect(depth_first(graph, "a")).toEqual(["a", "b", "d", "c"]);
  });

  it("refuse nodes that are given twice", () => {
    expect(refusal(() => matrix({ nodes: ["a", "a"], edges: [], directed: null }))).toContain("a is given twice");
  });

  it("take edges of weight 0 for edges", () => {
    const graph = { nodes: ["a", "b"], edges: [edge("a", "b", 0)], directed: true };
    expect(least_weight(graph, "a", "b")).toEqual({ path: ["a", "b"], weight: 0 });
    expect(least_weight(graph, "b", "a")).toBeNull();
  });

  it("may lead a node to itself", () => {
    const graph = { nodes: ["a", "b"], edges: [edge("a", "a", 2), edge("a", "b", 3)], directed: true };
    expect(matrix(graph)).toEqual([[2, 3], [0, 0]]);
    expect(topological_order(graph)).toBeNull();
    expect(least_spanning_tree(graph)).toEqual([edge("a", "b", 3)]);
  });

  it("of their largest size are walked, sorted and spanned", () => {
    const full = complete_graph(100, false);
    expect(full.edges).toHaveLength(4950);
    expect(breadth_first(full, "1")).toEqual(full.nodes);
    expect(depth_first(full, "1")).toEqual(full.nodes);
    expect(topological_order(full)).toEqual(full.nodes);
    expect(least_spanning_tree(full)).toHaveLength(99);
  });

  it("of lists have the nodes of the lists, too", () => {
    expect(graph_of_lists({ a: ["b"], b: [] })).toEqual({ nodes: ["a", "b"], edges: [edge("a", "b", 1)], directed: true });
  });
});
