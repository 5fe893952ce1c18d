// Styles of the card field. Every rule is set through the CSSOM, so the page's CSP needs no 'unsafe-inline'.

const baseRules = `
  :host { display: block; }
  .row { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
  input {
    flex: 1 1 4.5em; min-inline-size: 4em; min-block-size: 28px; box-sizing: border-box; margin: 0; padding: 0;
    border: 0; border-radius: 0; outline: 0; appearance: none; background: transparent; color: inherit; font: inherit;
  }
  input.number { flex: 6 1 12em; min-inline-size: min(12em, 100%); }
  /* The focus must be visible even if the page's style sheet gives the wrapper no focus ring. */
  input:focus-visible { box-shadow: 0 2px 0 0 currentColor; }
  input:disabled { opacity: 0.6; }
  /* 75 % of the text colour is legible on light and on dark backgrounds. */
  input::placeholder { color: currentColor; opacity: 0.75; }
  .invalid { color: color-mix(in oklab, currentColor 40%, #e5484d); }
`

const stateSelectors = { base: 'input', complete: 'input.complete', empty: 'input.empty', invalid: 'input.invalid' }
const innerSelectors = ['::placeholder', '::selection', ':focus', ':hover', ':disabled', ':-webkit-autofill']

// The properties that Stripe lets a page set inside the field.
const allowedProperties = new Set([
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
])

/** Applies the base rules and those of the element's `style` option to the shadow root. */
export function applyStyles(root, style = {}) {
  const baseSheet = new CSSStyleSheet()
  baseSheet.replaceSync(baseRules)
  const optionSheet = new CSSStyleSheet()
  for (const [state, selector] of Object.entries(stateSelectors)) addRules(optionSheet, selector, style[state])
  root.adoptedStyleSheets = [baseSheet, optionSheet]
}

function addRules(sheet, selector, properties = {}) {
  addRule(sheet, selector, properties)
  for (const inner of innerSelectors) {
    const innerProperties = properties[inner]
    if (!innerProperties) continue
    addRule(sheet, `${selector}${inner}`, innerProperties)
    // A page that sets the placeholder's colour wants that colour without our opacity.
    if (inner === '::placeholder' && innerProperties.color) getLastRule(sheet).style.opacity = '1'
  }
}

function addRule(sheet, selector, properties) {
  sheet.insertRule(`${selector} {}`, sheet.cssRules.length)
  for (const [name, value] of Object.entries(properties)) {
    if (allowedProperties.has(name)) getLastRule(sheet).style[name] = value
  }
}

function getLastRule(sheet) {
  return sheet.cssRules[sheet.cssRules.length - 1]
}
