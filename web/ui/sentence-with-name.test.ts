// Names in sentences: the words around them are translated by a browser, the names are not.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SentenceWithName } from './sentence-with-name.tsx'

const render = (text: string, name: string) => renderToStaticMarkup(createElement(SentenceWithName, { text, name }))

test('the name in a sentence is kept from the translation, and the words around it are not', () => {
  expect(render('What a used Yamaha FZS costs', 'Yamaha FZS')).toBe(
    '<span>What a used <span translate="no">Yamaha FZS</span> costs</span>',
  )
  expect(render('Yamaha FZS, 2019', 'Yamaha FZS')).toBe('<span><span translate="no">Yamaha FZS</span>, 2019</span>')
  expect(render('Transaction pi_1', 'pi_1')).toBe('<span>Transaction <span translate="no">pi_1</span></span>')
})

test('a sentence without the name stays as it is', () => {
  expect(render('Nothing is known', 'Yamaha FZS')).toBe('Nothing is known')
  expect(render('Nothing is known', '')).toBe('Nothing is known')
})
