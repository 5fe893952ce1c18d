// Node writes such text into JSON as it is; TypeScript's library does not name it yet.
interface JSON {
  rawJSON: (text: string) => { readonly rawJSON: string }
}
