// What stands above the articles of the blog.
import { chapter } from './namespaces.ts'

const en = { title: 'Blog', lead: 'Four questions that come up whenever people build screens like these.' }

/** For `useChapter`. */
export const essays = chapter('essays', en)
