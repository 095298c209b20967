import { html, type Markup } from '../../html-template.ts'
import type { PageContext } from '../../page-context.ts'
import type { MapPlace } from './map-geometry.ts'

/**
 * The attributes of the figure with a drawn map, which the script replaces by a map that readers can move
 * (`assets/map/map.js`). Undefined if the library for that is not installed.
 * @param places the places that the map shows first
 */
export function attributesOfMovableMap({ map, words }: PageContext, places: readonly MapPlace[]): Markup | undefined {
  if (map.script === undefined) return undefined
  const longitudes = places.map(({ longitude }) => longitude)
  const latitudes = places.map(({ latitude }) => latitude)
  const bounds = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
  const labels = {
    'Map.Title': words.views.map,
    'NavigationControl.ZoomIn': words.zoomIn,
    'NavigationControl.ZoomOut': words.zoomOut,
    'Popup.Close': words.close,
    'CooperativeGesturesHandler.WindowsHelpText': words.zoomByWheel('Ctrl'),
    'CooperativeGesturesHandler.MacHelpText': words.zoomByWheel('⌘'),
    'CooperativeGesturesHandler.MobileHelpText': words.moveByFingers,
  }
  const { background } = map
  return html` data-map="${map.script}" data-bounds="${bounds.join(' ')}" data-words="${JSON.stringify(labels)}"
    data-show="${words.showOnMap}"${background?.type === 'tiles' && html` data-tiles="${background.url}"`}${
      background?.type === 'archive' && html` data-archive="${background.url}"`
    }`
}
