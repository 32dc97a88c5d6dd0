/** What people call a field of a body; its own name for one nobody has named. @param field with those it lies in: `location.address` */
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
