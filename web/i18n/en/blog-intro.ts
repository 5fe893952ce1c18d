// English messages of the blog's heading.
import { createNamespace } from '#web/i18n/namespace.ts'

const en = { title: 'Blog', lead: 'Four questions that come up whenever people build screens like these.' }

export const blogIntroMessages = createNamespace('blogIntro', en)
