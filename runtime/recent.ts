/** A memory of a few things that are dear to make. */

/** What is remembered under a key, else what `make` gives; the least recently used goes once there are more than `most`. */
export function recent<T>(memory: Map<string, T>, key: string, most: number, make: () => T): T {
  const found = memory.has(key) ? memory.get(key)! : make();
  memory.delete(key);
  memory.set(key, found);
  if (memory.size > most) memory.delete(memory.keys().next().value!);
  return found;
}
