import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { appContext, useMessages } from '#web/context/app-context.ts'
import { stripLanguage } from '#web/i18n/language.ts'
import { Heading } from '#web/ui/heading.tsx'

/** Loads the text in the language of the page: no other page needs it. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { language } = context.get(appContext)
  const { legal } =
    language.code === 'bn' ? await import('#web/i18n/bn/legal.ts') : await import('#web/i18n/en/legal.ts')
  const isPrivacy = stripLanguage(new URL(request.url).pathname).startsWith('/privacy')
  return { text: isPrivacy ? legal.privacy : legal.terms, otherPath: isPrivacy ? '/terms' : '/privacy' }
}

/** The terms of use, and what happens to personal data. */
export default function Legal() {
  const { text, otherPath } = useLoaderData<typeof loader>()
  const { title } = useMessages()
  return (
    <div className="wrap section legal">
      <title>{title(text.title)}</title>
      <meta name="description" content={text.lead} />
      <Heading level="h1" lead={text.lead}>
        {text.title}
      </Heading>
      {text.sections.map(({ heading, lines }) => (
        <section key={heading}>
          <h2 className="h3">{heading}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
      <p>
        <Link className="btn btn--quiet" to={otherPath}>
          {text.other}
        </Link>
      </p>
    </div>
  )
}
