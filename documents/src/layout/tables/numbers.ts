/** A number with separators, a sign, a unit or a currency, or a dash for no value. */
const NUMBER =
  /^(?:[(+±<>~≈−–—-]*[$€£¥]?\d[\d.,'’ /:%‰°-]*(?:[)*%‰°€$£ªº†‡a-z]|\(\w\)){0,3}|[–—−-]+|\.{2,3}|:|n\.?a\.?|[$€£¥%])$/iu;

/** Whether a word is a number as tables contain it. */
export const isNumber = (text: string): boolean => NUMBER.test(text);
