import type { RowEvidence } from "@precount/domain";
import type { ReactElement } from "react";
import { ResultCrop } from "../../../shared/images/ResultCrop.tsx";

/** CSS pixels. */
const FRAME = { width: 104, height: 56 };

type Props = { evidence: Pick<RowEvidence, "image" | "rect">; name: string };

/** The sticker of a row, cut from its photo. */
export const RowCrop = ({ evidence: { image, rect }, name }: Props): ReactElement => (
  <ResultCrop image={image} rect={rect} frame={FRAME} name={name} />
);
