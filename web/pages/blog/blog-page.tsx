import { ChevronDown } from 'lucide'
import { lazy, Suspense, type ComponentType } from 'react'
import type { LanguageCode } from '#web/i18n/language.ts'
import { Heading } from '#web/ui/heading.tsx'
import { essays } from '#web/i18n/en/blog-intro.ts'
import { useChapter, useWords, useWorld } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

type Article = { id: string; title: string; Text: ComponentType }

/** The articles, one open at a time: `name` makes the browser close the others, without a script. */
const listOf = (articles: Article[]) => () =>
  articles.map(({ id, title: question, Text }, index) => (
    <details key={id} className="fold" name="articles" open={index === 0}>
      <summary>
        <h2>{question}</h2>
        <Icon of={ChevronDown} size={24} />
      </summary>
      <div className="fold__in">
        <Text />
      </div>
    </details>
  ))

const english = async () => ({ default: listOf((await import('#web/i18n/en/blog.tsx')).articles) })
const bangla = async () => ({ default: listOf((await import('#web/i18n/bn/blog.tsx')).articles) })

// A browser fetches them in its language; the server has both at hand.
const articlesIn: Record<LanguageCode, ComponentType> = import.meta.env.SSR
  ? { en: (await english()).default, bn: (await bangla()).default }
  : { en: lazy(english), bn: lazy(bangla) }

/** Four articles. */
export default function Blog() {
  const { title } = useWords()
  const blog = useChapter(essays)
  const Articles = articlesIn[useWorld().language.code]
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
