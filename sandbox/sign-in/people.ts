// Who can sign in: the demonstration people, and anybody who enters a name and an e-mail address.
import { createHash } from 'node:crypto'
import { z } from 'zod'

export type SandboxPerson = {
  sub: string
  email: string
  name: string
  picture?: string
  /** The provider has not checked that the address is the person's. */
  isUnverified?: boolean
}

const TypedPerson = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use a shorter name.'),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('Enter an e-mail address such as name@example.com.')),
})

export type People = {
  listed: readonly SandboxPerson[]
  find(sub: string): SandboxPerson | undefined
  /** Returns the person that the form names, from the list or a new one, or an error for the page. */
  parseSelection(form: URLSearchParams): SandboxPerson | { error: string }
}

/** Creates the list of people. The same e-mail address always gives the same person, verified or not. */
export const createPeople = (listed: readonly SandboxPerson[]): People => {
  const known = new Map(listed.map((person) => [person.sub, person]))

  const parseTypedPerson = (form: URLSearchParams): SandboxPerson | { error: string } => {
    const parsed = TypedPerson.safeParse({ name: form.get('name') ?? '', email: form.get('email') ?? '' })
    if (!parsed.success) return { error: parsed.error.issues[0]?.message ?? 'Enter a name and an e-mail address.' }
    const { name, email } = parsed.data
    const isUnverified = form.has('unverified')
    const isSame = (person: SandboxPerson) => person.email === email && (person.isUnverified ?? false) === isUnverified
    const existing = [...known.values()].find(isSame)
    const kind = isUnverified ? 'unverified' : 'typed'
    const sub = existing?.sub ?? `${kind}-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`
    const person = { ...existing, sub, name, email, isUnverified }
    if (!existing) known.set(sub, person)
    return existing ?? person
  }

  return {
    listed,
    find: (sub) => known.get(sub),
    parseSelection: (form) => {
      const sub = form.get('person')
      if (sub === null) return parseTypedPerson(form)
      return known.get(sub) ?? { error: 'That person is not in the list.' }
    },
  }
}
