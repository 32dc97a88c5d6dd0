/** The file in an upload's body. */
export function fileOf(body: unknown): File | null {
  const isUpload = typeof body === "object" && body !== null && "file" in body && body.file instanceof File;
  return isUpload ? (body.file as File) : null; // narrowed, but not through the alias
}
