declare module "seedrandom/lib/alea.js" {
  interface Alea {
    /** 32 random bits as a number in [0, 1). */
    (): number;
    /** 53 random bits as a number in [0, 1). */
    double(): number;
  }
  const alea: (seed: string) => Alea;
  export default alea;
}
