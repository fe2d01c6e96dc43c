// The theme without web fonts: the site requests nothing but its own files, and these would be a third of it.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
