/** The terms of the field, defined for new users. The help panel and docs/users.md show them. */
export const GLOSSARY_TERMS = {
  event: {
    title: "Event",
    definition: "One inventory count of one store: its photos, its areas and, once it is completed, its report.",
  },
  sticker: { title: "Sticker", definition: "The label on the goods. It holds a code of six digits and a quantity." },
  shelf: { title: "Shelf", definition: "The label of a shelf. It holds the shelf's number." },
  area: {
    title: "Area",
    definition: "A numbered part of the store. It has one current photo, or it is voided.",
  },
  bay: {
    title: "Aisle (bay)",
    definition: "Where in the store the photo was taken. The report lists it as bayCode.",
  },
  detection: {
    title: "Detection",
    definition:
      "The run of one model on one photo. A photo can have one detection per model; only one is used in the report.",
  },
  doubtful: {
    title: "Doubtful",
    definition: "A value that has the wrong format or that the model is not sure about. A person must check it.",
  },
  validated: {
    title: "Validated, approved",
    definition: "A person has checked the photo's labels. Only approved photos are in the report.",
  },
  rejected: {
    title: "Rejected",
    definition:
      "The photo is left out of the report, for example because it is blurred or shows the wrong place. It can be recovered.",
  },
  discarded: {
    title: "Discarded",
    definition:
      "Set aside, not deleted. A discarded label is not in the report and can be recovered. A discarded event can be reopened.",
  },
  voided: {
    title: "Voided",
    definition:
      "An area that needs no photo. It counts as accounted for, with the name of the person and the reason. The stickers of its photos are not counted.",
  },
  belowThreshold: {
    title: "Below threshold",
    definition:
      "The photo's share of valid stickers is below the event's Rejection Threshold. It comes first in the review.",
  },
  exception: {
    title: "Exception",
    definition:
      "A fact that the report's rows do not show, such as an area without a photo or a sticker without a shelf.",
  },
  closeCode: {
    title: "Close code",
    definition:
      "The short code of a report's seal. It belongs to this report with all of its rows: a changed report would have another one.",
  },
  finding: {
    title: "Finding",
    definition:
      "Something in the count that looks wrong, such as a quantity ten times too large. A person corrects the label, or accepts the finding with a reason.",
  },
  "sticker pair": {
    title: "Sticker pair",
    definition:
      "Two results in two photos that probably show one sticker, because the photos overlap. A person decides whether it counts once or twice.",
  },
  "blind count": {
    title: "Blind count",
    definition:
      "A second count of a random sample. A person types what the stickers say without seeing the report; differences get a third look.",
  },
  certificate: {
    title: "Certificate",
    definition: "How many rows of a report can be wrong at most, with 95 % confidence, as the blind count shows.",
  },
  variance: {
    title: "Variance",
    definition: "The difference between counted and expected units, per code, department and area.",
  },
  recount: {
    title: "Recount",
    definition: "An area that is photographed again, so that its second result can be compared with the first.",
  },
  preview: { title: "Preview", definition: "An event that only admins see until an admin activates it." },
} as const satisfies Record<string, { title: string; definition: string }>;

export type GlossaryTerm = keyof typeof GLOSSARY_TERMS;
