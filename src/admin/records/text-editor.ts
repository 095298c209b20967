import { html, type Markup } from '../../pages/html-template.ts'
import { type AdminContext, adminPath } from '../page.ts'

/** The attributes of a `textarea` that the script `admin.js` replaces by a text editor. */
export const editorAttributes = (context: AdminContext): Markup => html`
  data-editor="${context.assetPath('editor.js')}"
  data-words="${JSON.stringify(context.words.editor)}"
  data-pictures="${adminPath(context, '/media/choices')}"
`
