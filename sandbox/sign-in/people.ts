// Who can sign in at the stand-in: the demonstration people, and whoever a visitor says they are.
import { createHash } from 'node:crypto'
import { z } from 'zod'

export type SandboxPerson = { sub: string; email: string; name: string; picture?: string }

const Typed = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use a shorter name.'),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('Enter an e-mail address such as name@example.com.')),
})

export type People = {
  listed: readonly SandboxPerson[]
  find(sub: string): SandboxPerson | undefined
  /** The person that the form names: one of the list, or a new one. Gives a sentence when the form does not fit. */
  chosen(form: URLSearchParams): SandboxPerson | { wrong: string }
}

/** Makes the register of people. The same e-mail address is the same person every time. */
export const openPeople = (listed: readonly SandboxPerson[]): People => {
  const known = new Map(listed.map((person) => [person.sub, person]))

  const typed = (form: URLSearchParams): SandboxPerson | { wrong: string } => {
    const said = Typed.safeParse({ name: form.get('name') ?? '', email: form.get('email') ?? '' })
    if (!said.success) return { wrong: said.error.issues[0]?.message ?? 'Enter a name and an e-mail address.' }
    const { name, email } = said.data
    const before = [...known.values()].find((person) => person.email === email)
    const sub = before?.sub ?? `typed-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`
    const person = { ...before, sub, name, email }
    if (!before) known.set(sub, person)
    return before ?? person
  }

  return {
    listed,
    find: (sub) => known.get(sub),
    chosen: (form) => {
      const sub = form.get('person')
      if (sub === null) return typed(form)
      return known.get(sub) ?? { wrong: 'That person is not in the list.' }
    },
  }
}
