import { ChevronDown } from 'lucide'
import { Heading } from '../ui/heading.tsx'
import { articles } from '../words/blog-en.tsx'
import { useWords } from '../world.ts'
import { Icon } from '../ui/icon.tsx'

/** Four articles, one open at a time: `name` makes the browser close the others, without a script. */
export default function Blog() {
  const { blog, title } = useWords()
  return (
    <div className="wrap section blog">
      <title>{title(blog.title)}</title>
      <Heading level="h1" lead={blog.lead}>
        {blog.title}
      </Heading>
      {articles.map(({ id, title: question, Text }, index) => (
        <details key={id} className="fold" name="articles" open={index === 0}>
          <summary>
            <h2>{question}</h2>
            <Icon of={ChevronDown} size={24} />
          </summary>
          <div className="fold__in">
            <Text />
          </div>
        </details>
      ))}
    </div>
  )
}
