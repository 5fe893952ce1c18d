/** The path of a model's price guide. The server matches names without case and punctuation. */
export const toGuidePath = ({ brand, model }: { brand: string; model: string }): string =>
  `/guide/${[brand, model].map((name) => encodeURIComponent(name.toLowerCase().replaceAll(/\s+/g, '-'))).join('/')}`
