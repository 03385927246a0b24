/** '1 sticker', '1,234 stickers'. */
export const countOf = (count: number): string =>
  count === 1 ? "1 sticker" : `${count.toLocaleString("en-GB")} stickers`;
