// Renders a part of a page without a browser and gives what its elements were given, so that a test can press a button.
// What a press changes on the page is not rendered again: the journeys in tests/e2e see that.
import { Children, cloneElement, createElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { toast as queue } from 'react-hot-toast/headless'
import { type Client, createClient, type Transport } from '#contract/client.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { AppReactContext, useApp } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ToastList } from '#web/ui/toast-list.tsx'
import { readHtml, toText } from '../deals/read-page.ts'

/** A client whose server answers each call with the next of these, and with {} after the last one. */
export const createAnsweringClient = (...answers: object[]) => {
  const sent: { call: string; body: unknown; key: string | undefined }[] = []
  const transport: Transport = async (path, { method, body, headers }) => {
    const key = headers['idempotency-key']
    sent.push({ call: `${method} ${path}`, body: body === undefined ? null : JSON.parse(body), key })
    const answer = answers.shift() ?? {}
    const [status, json] =
      answer instanceof ApiError
        ? [answer.status, { code: answer.code, message: answer.message, ...answer.details }]
        : [200, answer]
    return { status, header: () => null, text: async () => JSON.stringify(json) }
  }
  return { client: createClient(transport), sent }
}

type Props = Record<string, unknown> & { children?: ReactNode }
type Rendered = { type: unknown; props: Props }

/** Renders an element of a page with this data; returns every element in it, but not those inside of a dialog that asks, which needs a browser. */
export const renderElements = (
  root: ReactElement,
  client: Client,
  language?: Language,
  data: unknown = null,
): Rendered[] => {
  const rendered: Rendered[] = []
  const probe = (node: ReactNode): ReactNode => {
    if (!isValidElement<Props>(node)) return node
    const { type, props, key } = node
    rendered.push({ type, props })
    if (type === Confirm) return null
    if (typeof type === 'function') return createElement(Probe, { element: node, key })
    return props.children === undefined ? node : cloneElement(node, {}, Children.map(props.children, probe))
  }
  const Probe = ({ element: { type, props } }: { element: ReactElement<Props> }) => {
    // A component without a class: its hooks become those of this one.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const render = type as (props: Props) => ReactNode
    const node = render(props)
    return Array.isArray(node) ? Children.map(node, probe) : probe(node)
  }
  const Page = () => {
    const value = { ...useApp(), client }
    return createElement(AppReactContext, { value }, createElement(Probe, { element: createElement(() => root) }))
  }
  readHtml(Page, data, language)
  return rendered
}

/** What a dialog that asks was given. */
export const findConfirm = (rendered: readonly Rendered[]) => {
  const found = rendered.find(({ type }) => type === Confirm)
  if (!found) throw new Error('No dialog asks.')
  // They are of this component.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return found.props as unknown as Parameters<typeof Confirm>[0]
}

/** Presses the button with this name. */
export const press = (rendered: readonly Rendered[], name: string): void => {
  const button = rendered.find(
    ({ type, props }) => type === 'button' && (props['aria-label'] ?? toText(renderToString(props.children))) === name,
  )
  if (typeof button?.props['onClick'] !== 'function') throw new Error(`No button is called ${name}.`)
  button.props['onClick']({})
}

/** The texts of the toasts that are shown, the newest first. */
export const listToasts = (): string[] =>
  [...renderToString(createElement(ToastList)).matchAll(/<div class="toast .*?<\/div>/gs)].map(([html]) => toText(html))

export const removeToasts = (): void => queue.remove()
