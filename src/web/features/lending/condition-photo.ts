import { refusePhotoFile } from "#web/lib/refuse-photo-file.ts";
import { shrinkPhoto } from "#web/features/photos/shrink-photo.ts";

/** A chosen file ready to send, or the reason why it cannot be sent. */
export async function readyPhoto(file: File): Promise<{ photo: File } | { problem: string }> {
  const problem = await refusePhotoFile(file);
  if (problem !== null) return { problem };
  try {
    return { photo: await shrinkPhoto(file) };
  } catch {
    return { problem: "This picture could not be read. Please choose another." };
  }
}
