const KEYFRAMES = /@keyframes\s+[\w-]+\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g
const DECLARATION = /([{;]\s*|\n\s*)([-\w]+\s*:\s*[^;{}]+?)\s*(?=[;}])/g

/**
 * Returns the kit's CSS for light DOM: nested under `scope`, in a layer, with every declaration important. Important
 * declarations in a layer win over every unlayered important declaration of the page.
 */
export const toScopedCss = (css: string, scope: string): string => {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const keyframes = plain.match(KEYFRAMES) ?? []
  const rules = plain.replace(KEYFRAMES, '').replace(DECLARATION, '$1$2 !important')
  return `${keyframes.join('\n')}@layer front-entry{${scope}{${rules}}}`
}
