import type { InitOptions } from '../app/options.ts'
import { formatName } from '../app/registry.ts'
import { heightAround } from '../elements/login-box/around.ts'
import { type LoginTexts, loginMessages } from '../flows/login/login.messages.ts'
import { reservedMethods } from '../flows/login/methods-height.ts'
import { isolate } from '../i18n/language.ts'
import type { Translate } from '../i18n/messages.ts'
import { listOf } from '../kernel/list-of.ts'
import { type Painted, paintedOn, setPainted } from '../kernel/painted.ts'
import { unbrokenParts } from '../parts/auth-card/unbroken-parts.ts'
import { lastUsed } from '../parts/last-used/last-used.ts'
import { loadFailureMessages } from '../parts/load-failure/load-failure.messages.ts'
import { type FirstLook, firstLook } from './first-look.ts'
import { lightSheets, shadowSheets } from './sheets.ts'
import { createNode, FIRST_ID, type FirstScreen } from './tree.ts'

/** A first screen that is painted, or will be once the page has a place for it. */
export interface FirstPaint {
  /** Shows in place that the modules didn't load; the button then calls `retry`, and typed text is kept. */
  fail(retry: () => void): void
  /** Removes what was painted, because nothing will take it over. */
  discard(): void
}

const LOGIN_BOX = 'fe-login-box'

const find = <Kind extends HTMLElement>(root: ParentNode, selector: string): Kind => {
  const found = root.querySelector<Kind>(selector)
  // The page then begins without a first screen.
  if (!found) throw new TypeError(selector)
  return found
}

const adopt = (root: DocumentOrShadowRoot, sheets: readonly string[]): (() => void) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(sheets.join(''))
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}

const nodesIn = (...roots: readonly Node[]): ReadonlySet<Node> => {
  const nodes = new Set<Node>()
  const add = (node: Node) => {
    nodes.add(node)
    node.childNodes.forEach(add)
  }
  roots.forEach(add)
  return nodes
}

const keepUnbroken = (element: HTMLElement): void => {
  const nodes = unbrokenParts(element.textContent ?? '').map((part, at) =>
    at % 2 === 0 ? part : createNode(['span', { class: 'fe-unbroken' }, [part]], String),
  )
  element.replaceChildren(...nodes.filter(Boolean))
}

/** Shows what differs from page to page and from device to device. */
const fillIn = (card: HTMLElement, form: HTMLElement, look: FirstLook, t: Translate<LoginTexts>): void => {
  const { name, local, translator } = look
  card.dir = translator.dir
  card.lang = translator.language
  find(card, '.fe-box').dataset.place = look.isRoute ? 'page' : 'inline'
  if (name) {
    find(card, 'h1').textContent = t('title', { name: translator.dir === 'rtl' ? isolate(name) : name })
    find(card, '.fe-auth-mark').textContent = ([...name][0] ?? '').toUpperCase()
  }
  for (const selector of ['h1', '.fe-auth-text']) keepUnbroken(find(card, selector))
  const ways = find(card, '[data-ways]')
  const row = find(ways, 'span')
  const { height, rows } = reservedMethods(local)
  ways.style.height = `${height}px`
  ways.replaceChildren(...listOf(rows, () => row.cloneNode()))
  if (lastUsed(local) !== 'email') return
  const message = find(form, '.fe-field-message')
  message.textContent = t('lastUsed')
  find(form, 'input').setAttribute('aria-describedby', message.id)
}

interface Controls {
  form: HTMLFormElement
  input: HTMLInputElement
  button: HTMLButtonElement
  label: HTMLElement
  message: HTMLElement
}

const controlsOf = (root: HTMLElement): Controls => ({
  form: find(root, 'form'),
  input: find(root, 'input'),
  button: find(root, 'button'),
  label: find(root, '.fe-button-label'),
  message: find(root, '.fe-field-message'),
})

/** Continues with everything that the user has done in another form. */
type Take = (typed: string, hasFocus: boolean, isPressed: boolean, retry?: () => void) => void

/** Accepts a submit before React has arrived: shows it, and keeps it for later. */
const createSubmit = (
  screen: FirstScreen,
  { form, input, button, label, message }: Controls,
  failureText: string,
  retryLabel: string,
) => {
  const before = { label: label.textContent, message: message.textContent }
  const wait = createNode(screen.busy, String)
  let isPressed = false
  let retry: (() => void) | undefined
  const rest = () => {
    wait.remove()
    delete button.dataset.busy
    button.removeAttribute('aria-disabled')
    input.readOnly = false
  }
  const submit = (event: Event) => {
    event.preventDefault()
    isPressed = true
    button.prepend(wait)
    button.dataset.busy = 'true'
    button.setAttribute('aria-disabled', 'true')
    input.readOnly = true
    restoreTexts()
    retry?.()
    retry = undefined
  }
  const restoreTexts = () => {
    // Writing an equal text would still replace a translator's node.
    if (label.textContent !== before.label) label.textContent = before.label
    if (message.textContent !== before.message) message.textContent = before.message
    message.classList.remove('fe-field-error')
  }
  const fail = (again: () => void) => {
    rest()
    retry = again
    message.textContent = failureText
    message.classList.add('fe-field-error')
    label.textContent = retryLabel
  }
  const take: Take = (typed, hasFocus, wasPressed, again) => {
    input.value = typed
    if (hasFocus) input.focus()
    if (wasPressed) form.requestSubmit()
    if (again) fail(again)
  }
  form.addEventListener('submit', submit)
  return {
    typed: () => input.value,
    fail,
    take,
    giveTo: (other: Take) => other(input.value, document.activeElement === input, isPressed, retry),
    restore() {
      rest()
      if (retry) restoreTexts()
    },
    release() {
      form.removeEventListener('submit', submit)
      if (isPressed && form.isConnected) form.requestSubmit()
    },
  }
}

/** A first screen in its box. */
interface Drawn extends FirstPaint {
  take: Take
  /** Lets another box continue, and removes this one. */
  moveTo(next: Drawn): void
}

/** Paints the first screen into the element. */
const paintInto = (host: HTMLElement, screen: FirstScreen, look: FirstLook, name: string): Drawn => {
  const { translator, scheme } = look
  const t = translator.translatorFor(loginMessages)
  const failure = translator.translatorFor(loadFailureMessages)
  // Each box has ids of its own.
  const textOf = (text: string) =>
    text.startsWith('=') ? t(text.slice(1) as keyof LoginTexts) : text.replace(FIRST_ID, `$&-${name}`)
  const card = createNode(screen.shadow, textOf)
  const fields = createNode(screen.light, textOf)
  fillIn(card, fields, look, t)
  const shadow = host.attachShadow({ mode: 'open' })
  // The fields of a saved page. The element removes those that are parsed later.
  for (const saved of host.querySelectorAll('.fe-credentials')) saved.remove()
  const dropShadowSheet = adopt(shadow, shadowSheets())
  const dropLightSheet = adopt(document, lightSheets(LOGIN_BOX))
  const own = host.dataset.scheme
  if (scheme && (scheme !== 'page' || own)) host.dataset.scheme = scheme
  const submit = createSubmit(screen, controlsOf(fields), failure('loadFailedMessage'), failure('retry'))
  host.append(fields)
  shadow.append(card)
  const box = find(card, '.fe-box')
  if (look.isRoute) box.style.setProperty('--fe-box-around', `${heightAround(box)}px`)
  const dropSheets = () => {
    dropShadowSheet()
    dropLightSheet()
  }
  const painted: Painted = {
    nodes: nodesIn(card, fields),
    typed: submit.typed,
    restore() {
      submit.restore()
      // React sets the chosen scheme again.
      if (own === undefined) delete host.dataset.scheme
      else host.dataset.scheme = own
    },
    release() {
      dropSheets()
      submit.release()
    },
  }
  setPainted(host, painted)
  setPainted(fields, painted)
  return {
    fail: submit.fail,
    take: submit.take,
    moveTo(next) {
      submit.giveTo(next.take)
      dropSheets()
      host.remove()
    },
    discard() {
      setPainted(host, undefined)
      card.remove()
      fields.remove()
      dropSheets()
    },
  }
}

/** Returns the boxes that the app has on the page. */
const boxesOf = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(LOGIN_BOX)].filter(
    (box) => formatName(box.getAttribute('app') || '') === name && !box.getAttribute('base-url'),
  )

const addBox = (name: string): HTMLElement => {
  const box = document.createElement(LOGIN_BOX)
  box.setAttribute('app', name)
  box.dataset.feRouted = ''
  document.body.append(box)
  return box
}

/** Runs a task that a page works without, only slower. */
const attemptTo = <Result>(task: () => Result): Result | undefined => {
  try {
    return task()
  } catch {
    return undefined
  }
}

/**
 * Paints the first screen of the login box while the modules load. Does nothing where the page doesn't begin with that
 * screen, or where the element is defined already.
 */
export const paintFirstScreen = (options: InitOptions, givenName: string): FirstPaint | undefined => {
  const screen = __FE_FIRST_SCREEN__
  if (!screen) return undefined
  const look = attemptTo(() => firstLook(options))
  const name = attemptTo(() => formatName(givenName))
  if (!look || !name) return undefined
  let drawn: Drawn | undefined
  let isOver = false
  const attempt = () => {
    if (isOver || customElements.get(LOGIN_BOX)) {
      observer.disconnect()
      return
    }
    if (!document.body) return
    const boxes = boxesOf(name)
    const own = boxes.find((each) => !paintedOn(each))
    // An earlier call of `init` may have painted the box.
    const box = own ?? (look.isRoute && !drawn && !boxes[0] ? addBox(name) : undefined)
    if (!box) return
    const before = drawn
    drawn = attemptTo(() => paintInto(box, screen, look, name))
    if (drawn) before?.moveTo(drawn)
    isOver = !drawn || !!own
  }
  const observer = new MutationObserver(attempt)
  observer.observe(document, { childList: true, subtree: true })
  // Frameworks that call `init` while they render insert their own box later in the same task.
  queueMicrotask(attempt)
  return {
    fail: (retry) => drawn?.fail(retry),
    discard() {
      isOver = true
      drawn?.discard()
    },
  }
}
