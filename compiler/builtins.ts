/**
 * The closed set of built-in operations. The checker resolves operators, methods and built-in functions to these names;
 * the emitter says how each is printed; footprints pass through them. "whole" is any exact type: int, money, duration,
 * datetime (and `date` in days).
 */

export const OPS = [
  // arithmetic
  "whole.add", "whole.sub", "whole.mul", "whole.neg", "whole.quot", "whole.mod", "whole.scale", "whole.divide", "whole.abs", "whole.round",
  "float.add", "float.sub", "float.mul", "float.div", "float.neg", "float.abs", "float.floor", "float.ceil", "float.round", "float.roundTo",
  "date.add", "date.sub", "date.diff", "date.addTo", "date.at", "date.weekday", "date.year", "date.month", "date.day", "time.hour", "time.minute", "days.between", "datetime.date", "datetime.time", "datetime.weekday",
  "clamp", "min2", "max2", "point", "point.lat", "point.lon", "point.distance", "point.in_polygon",
  // logic and comparison
  "not", "and", "or", "sure", "eq", "ne", "lt", "le", "gt", "ge", "coalesce", "in.range", "range",
  // texts
  "text.lower", "text.upper", "text.trim", "text.length", "text.words", "text.split", "text.replace", "text.contains", "text.mentions", "text.starts_with", "text.ends_with", "text.matches",
  // lists and sets
  "list.count", "list.first", "list.last", "list.at", "list.reverse", "list.distinct", "list.contains", "list.join", "list.zip", "list.take", "list.drop", "list.page",
  "list.filter", "list.map", "list.flat_map", "list.first_where", "list.last_where", "list.count_where", "list.any", "list.all", "list.none",
  "list.sum", "list.sum_by", "list.min", "list.max", "list.min_by", "list.max_by", "list.lowest", "list.highest",
  "list.sort", "list.sort_desc", "list.sort_by", "list.sort_desc_by", "list.group", "list.record",
  "list.is_distinct", "set.of",
  // mappings
  "slots.at", "dict.at", "dict.keys", "dict.values", "record.at",
  // graphs
  "graph.weight", "graph.path", "graph.cost", "graph.reachable",
  // trees
  "tree.children", "tree.ancestors", "tree.descendants",
] as const;

export type Op = (typeof OPS)[number];
