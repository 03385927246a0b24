import type { Random } from "../random.ts";

const SENTENCES = [
  "The survey covers all establishments with at least ten employees and is carried out every second year.",
  "Figures for the last quarter are provisional and will be revised when the annual accounts are published.",
  "Compared with the previous period, the number of participants rose in most regions but fell in the north.",
  "The commission invites the member states to report on the measures taken by the end of June.",
  "Because of rounding, the parts may not add up to the totals shown.",
  "A detailed description of the method is given in the annex to this report.",
  "The council adopted the budget on 12 March and asked for a review after six months.",
  "Household expenditure grew more slowly than income, so that the savings rate increased slightly.",
  "Two inspectors visited each site, and their findings were discussed with the operators.",
  "The results should be read with care, since the sample is small in several of the areas.",
  "Exports of machinery accounted for about one third of the total value in 2009.",
  "Applicants must submit the completed form together with the supporting documents.",
  "In rural districts the average distance to the next school is more than eight kilometres.",
  "The share of renewable energy doubled within ten years, mainly due to wind power.",
];
const CAPTIONS = [
  "Main results by region, 2004–2010",
  "Employment and value added",
  "Deliveries by article in the reporting month",
  "Selected indicators, annual averages",
  "Distribution of grants by purpose",
  "Population at the beginning of the year (thousands)",
];
const NOTES = [
  "Source: regional statistical office, own calculations.",
  "Note: totals include units that could not be assigned. Figures in italics are estimates.",
  "(1) Break in series. (2) Without overseas departments.",
  "* Provisional. ** Less than half of the unit shown.",
];

export const paragraph = (random: Random, sentences: number): string =>
  random.shuffle(SENTENCES).slice(0, sentences).join(" ");
export const caption = (random: Random, number: number): string => `Table ${number}: ${random.pick(CAPTIONS)}`;
export const note = (random: Random): string => random.pick(NOTES);
export const listItems = (random: Random, count: number): string[] => random.shuffle(SENTENCES).slice(0, count);
