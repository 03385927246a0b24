import type { ScreenHelp } from "../help.ts";

const DATASET = {
  title: "Labeled images",
  about: "Exports the event's images with their boxes for training and labeling tools, and imports boxes from them.",
  points: [
    "Choose a format that your tool reads. Boxes are rotated where the format has rotated boxes.",
    "Image files are upright, so that boxes fit in tools that ignore the orientation in a photo's metadata.",
    "images.csv in the archive lists all images with their area, and those whose file could not be read.",
    "Import boxes stores the boxes of a COCO file as detections of the model imported. Review them like any other.",
    "A file that was exported here can be changed in another tool and imported again.",
  ],
  terms: ["doubtful"],
} satisfies ScreenHelp;

export const DATASET_SCREENS = { "/private/projects/$projectId/dataset": DATASET } as const;
