import { ChevronDown } from 'lucide'
import { lazy, Suspense, type ComponentType } from 'react'
import type { LanguageCode } from '#web/i18n/language.ts'
import { Heading } from '#web/ui/heading.tsx'
import { blogIntroMessages } from '#web/i18n/en/blog-intro.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

type Article = { id: string; title: string; Text: ComponentType }

/** The articles; `name` makes the browser keep at most one open, without a script. */
const createArticleList = (articles: Article[]) => () =>
  articles.map(({ id, title: articleTitle, Text }, index) => (
    <details key={id} className="fold" name="articles" open={index === 0}>
      <summary>
        <h2>{articleTitle}</h2>
        <Icon of={ChevronDown} size={24} />
      </summary>
      <div className="fold__in">
        <Text />
      </div>
    </details>
  ))

const loadEnglish = async () => ({ default: createArticleList((await import('#web/i18n/en/blog.tsx')).articles) })
const loadBangla = async () => ({ default: createArticleList((await import('#web/i18n/bn/blog.tsx')).articles) })

// The browser loads the articles of its language; the server imports both.
const articlesByLanguage: Record<LanguageCode, ComponentType> = import.meta.env.SSR
  ? { en: (await loadEnglish()).default, bn: (await loadBangla()).default }
  : { en: lazy(loadEnglish), bn: lazy(loadBangla) }

export default function Blog() {
  const { title } = useMessages()
  const blog = useMessages(blogIntroMessages)
  const Articles = articlesByLanguage[useApp().language.code]
  return (
    <div className="wrap section blog">
      <title>{title(blog.title)}</title>
      <meta name="description" content={blog.lead} />
      <Heading level="h1" lead={blog.lead}>
        {blog.title}
      </Heading>
      <Suspense>
        <Articles />
      </Suspense>
    </div>
  )
}
