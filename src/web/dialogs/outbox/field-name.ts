/** Returns the label of a body field, or its name if it has no label. @param field its path: `location.address` */
export function fieldName(field: string): string {
  return names[field] ?? names[field.slice(field.lastIndexOf(".") + 1)] ?? field;
}

const names: Readonly<Record<string, string>> = {
  content: "Words",
  message: "Words",
  text: "Words",
  title: "Title",
  name: "Name",
  description: "Description",
  address: "Address",
  city: "City",
  tags: "Tags",
  status: "Status",
  state: "State",
  campId: "Camp on the map",
  joinQuestions: "Questions for those who want to join",
  adminUsername: "Admin username",
  note: "Note",
  file: "Photo",
};
