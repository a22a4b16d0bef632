declare module "munkres-js" {
  /** The assignment of rows to columns with the least total cost, as pairs. */
  export default function munkres(costs: readonly (readonly number[])[]): [number, number][];
}
