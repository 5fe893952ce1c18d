// Slugs: names in URLs. This file imports nothing, so the browser loads no schema with it.

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Whether a text may be the slug of a brand or a model, such as `royal-enfield`. */
export const isSlug = (text: string): boolean => text.length <= 110 && slugPattern.test(text)

/** Whether a text may be the slug of a bike. The minimum length keeps `suggest` out, the path of another endpoint. */
export const isBikeSlug = (text: string): boolean => text.length >= 10 && text.length <= 80 && slugPattern.test(text)
