import { sidSchema } from "@precount/domain";
import { z } from "zod";
import { type ImagePeople, readImagePeople } from "../../db/images/people.ts";
import type { SignedInContext } from "../context.ts";
import { requireImage } from "./require-image.ts";

export const imagePeopleInput = z.object({ sid: sidSchema });

/** The people who uploaded, edited, approved or rejected an image, with times. */
export async function getImagePeople({ db, session }: SignedInContext, sid: string): Promise<ImagePeople> {
  const { image } = await requireImage(db, session.user, sid);
  return readImagePeople(db, image.sid);
}
