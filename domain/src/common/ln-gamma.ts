/** From here on Stirling's series has an error below 1e-13. */
const STIRLING_FROM = 10;

/** ln Γ(x) for x > 0, by Stirling's series (Abramowitz and Stegun 6.1.41) after a shift to x ≥ 10. */
export function lnGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < STIRLING_FROM; at += 1) shift += Math.log(at);
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** ln of the binomial coefficient n over k. */
export const lnChoose = (n: number, k: number): number => lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1);

/** ln of the beta function. */
export const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);
