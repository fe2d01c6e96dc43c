// The theme without web fonts: the site requests only its own files, and fonts would be a third of them.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
