// What stands above the articles of the blog.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = { title: 'Blog', lead: 'Four questions that come up whenever people build screens like these.' }

/** For `useChapter`. */
export const blogIntroMessages = createNamespace('blogIntro', en)
