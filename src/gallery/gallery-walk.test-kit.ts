import { expect } from 'chai'
import { BY_COLOR, barriersOf, endMotion, spacedOutOf } from '../preview/stage/inspector.test-kit.ts'
import { applyLook, LOOKS, PHONE } from '../preview/stage/looks.test-kit.ts'
import { until } from '../preview/stage/until.test-kit.ts'
import { entries, type Gallery, type GalleryEntry, openGallery } from './index.ts'

/**
 * Returns fields that password managers can't use: they read the fields' autocomplete values, and save a password under
 * the name next to it.
 */
const unknownToManagers = (stage: Element): string[] =>
  [...stage.querySelectorAll<HTMLInputElement>('fe-login-box input')].flatMap(({ type, name, autocomplete, form }) => {
    if (['checkbox', 'radio', 'hidden', 'file'].includes(type)) return []
    const isNamed = type !== 'password' || form?.querySelector('input[autocomplete~="username"]')
    return [autocomplete ? '' : `no token: ${name}`, isNamed ? '' : `no username beside ${name}`].filter(Boolean)
  })

/**
 * Returns truncated texts. Long names of providers are truncated on purpose, because the skeleton of the first step has
 * one line for each.
 */
const unreadable = (root: ShadowRoot): string[] => {
  const cut = [...root.querySelectorAll<HTMLElement>('.fe-button-label')].filter(
    (label) => label.scrollWidth > label.clientWidth && !label.closest('.fe-social-row'),
  )
  const empty = [...root.querySelectorAll('.fe-alert-text')].filter(({ textContent }) => !textContent?.trim())
  return [...cut.map(({ textContent }) => `cut off: ${textContent}`), ...empty.map(() => 'an empty alert')]
}

const wordsOf = (element: Element): string => {
  const root = element.shadowRoot
  const labels = [...(root?.querySelectorAll('[aria-label]') ?? [])].map((one) => one.getAttribute('aria-label'))
  return `${root?.querySelector('.fe-element')?.textContent ?? ''} ${element.textContent} ${labels.join(' ')}`
}

const isSkeletonShown = (root: ShadowRoot): boolean =>
  [...root.querySelectorAll('.fe-skeleton')].some((one) => one.checkVisibility())

/** Checks the pictures of some flows: their texts, their fields, their width, and axe in each look. */
export const checkPictures = (isOwn: (entry: GalleryEntry) => boolean): void => {
  let stage: HTMLElement
  let gallery: Gallery
  before(async () => {
    await applyLook(PHONE)
    stage = document.body.appendChild(document.createElement('main'))
    gallery = openGallery(stage)
  })
  after(() => {
    gallery.close()
    stage.remove()
  })

  for (const { id, shows } of entries.filter(isOwn))
    it(`is accessible and shows what it is for: ${id}`, async function () {
      this.timeout(20_000)
      gallery.setScheme('light')
      expect(await gallery.show(id)).to.equal(true)
      const element = stage.lastElementChild as HTMLElement
      await until(
        () => `"${shows}" in "${wordsOf(element)}"`,
        () => wordsOf(element).includes(shows),
      )
      const root = element.shadowRoot as ShadowRoot
      if (id.startsWith('login/')) await until('the end of the skeleton', () => !isSkeletonShown(root))
      const problems = [...unknownToManagers(stage)]
      for (const look of LOOKS) {
        await applyLook(look)
        gallery.setScheme(look.scheme)
        endMotion(root)
        if (look === PHONE) problems.push(...unreadable(root), ...spacedOutOf(root))
        if (document.documentElement.scrollWidth > innerWidth || stage.scrollWidth > stage.clientWidth)
          problems.push(`scrolls sideways at ${look.width} px`)
        problems.push(...(await barriersOf(stage, look.scheme === 'dark' ? BY_COLOR : undefined)))
      }
      await applyLook(PHONE)
      expect(problems).to.deep.equal([])
    })
}

/** Signing in, the other flows of the login box, and billing have a file each. */
export const isLogin = ({ flow }: GalleryEntry): boolean => flow === 'login'
export const isBilling = ({ element }: GalleryEntry): boolean => element !== 'fe-login-box'
