/** Messages of one screen: its English text, and the name under which other languages have theirs. */
export type Namespace<Name extends string, Messages> = { name: Name; en: Messages }

export const createNamespace = <Name extends string, Messages>(
  name: Name,
  en: Messages,
): Namespace<Name, Messages> => ({
  name,
  en,
})
