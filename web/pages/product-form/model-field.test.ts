// The chips of the models below the field.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml } from '#tests/support/deals/read-page.ts'
import { createDraft } from '#web/lib/product-draft.ts'
import { type Brand, findByName, findOnlyByName, type Model } from './catalogue-suggestions.ts'
import { ModelField } from './model-field.tsx'

const createModel = (name: string, family: string | null, aliases: string[] = []): Model => ({
  _id: name,
  name,
  nameBn: null,
  aliases,
  engineCc: 149,
  kind: 'street',
  madeFrom: null,
  madeUntil: null,
  family,
})

const models = [
  createModel('FZS V2', 'FZS'),
  createModel('FZS V3', 'FZS'),
  createModel('FZ16', 'FZ', ['fz 16', 'fz']),
  createModel('FZ-X', null, ['fzx']),
]
const yamaha: Brand = { _id: 'yamaha', name: 'Yamaha', nameBn: null, aliases: [], models }

/** The chips that are lit when the field has this text. */
const listLitChips = (model: string): string[] => {
  const draft = { ...createDraft(() => ''), name: 'Yamaha', model }
  const Field = () => createElement(ModelField, { initial: draft, draft, problems: {}, brands: [yamaha] })
  const html = readHtml(Field, null)
  return [...html.matchAll(/<button class="([^"]*)"[^>]*>([^<]*)</g)]
    .filter(([button]) => button.includes('chip--on') || button.includes('aria-pressed="true"'))
    .map(([, , name = '']) => name)
}

test('only the chip of the named model is lit', () => {
  expect(listLitChips('FZ16')).toEqual(['FZ16'])
  expect(listLitChips('fz 16')).toEqual(['FZ16'])
  expect(listLitChips('FZS V2')).toEqual(['FZS V2'])
  expect(listLitChips('fzx')).toEqual(['FZ-X'])
})

/** The chips that are shown when the field has this text. */
const listChips = (model: string): string[] => {
  const draft = { ...createDraft(() => ''), name: 'Yamaha', model }
  const Field = () => createElement(ModelField, { initial: draft, draft, problems: {}, brands: [yamaha] })
  return [...readHtml(Field, null).matchAll(/<button[^>]*>([^<]*)</g)].map(([, name = '']) => name)
}

test('chips are those that fit what is typed, and the models of a line stand in its place', () => {
  expect(listChips('')).toEqual(['FZS …', 'FZ16', 'FZ-X'])
  expect(listChips('fzs')).toEqual(['FZS V2', 'FZS V3'])
  expect(listChips('fz1')).toEqual(['FZ16'])
  expect(listChips('pulsar')).toEqual(['FZS …', 'FZ16', 'FZ-X'])
  expect(listChips('FZS V3')).toEqual(['FZS V2', 'FZS V3', 'FZ16', 'FZ-X'])
})

test('a part of several names means no model; a whole name or the only alias does', () => {
  expect(findOnlyByName(models, 'FZ')).toBeUndefined()
  expect(findOnlyByName(models, 'fz 16')?.name).toBe('FZ16')
  expect(findOnlyByName(models, 'fzx')?.name).toBe('FZ-X')
})

test('"FZ" lights up no chip, and is still understood as FZ16', () => {
  expect(listLitChips('FZ')).toEqual([])
  expect(findByName(models, 'FZ')?.name).toBe('FZ16')
})
