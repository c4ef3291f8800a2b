import type { LibraryWords } from '../library-words.ts';

/** Titles and descriptions of the bundled library's templates. */
export const library: LibraryWords = {
  '404-calm': ['Calma', 'El mensaje en el centro, y nada que distraiga de él salvo lo más leído.'],
  '404-front': [
    'De vuelta a las noticias',
    'El mensaje y después los artículos más recientes con imágenes grandes.',
  ],
  '404-index': [
    'Índice',
    'El mensaje sobre una banda tintada; titulares y, al lado, lo más leído y buscado.',
  ],
  'attachment-darkroom': ['Cuarto oscuro', 'La imagen sobre una banda oscura, donde nada la eclipsa.'],
  'attachment-file': ['Ficha', 'Nombre y texto junto a la imagen: para imágenes pequeñas y archivos.'],
  'attachment-plate': ['Lámina', 'La imagen primero, tan grande como quepa; su nombre y su texto debajo.'],
  'author-column': [
    'Columnista',
    'Quién es, sobre una banda tintada; el artículo más reciente en grande y una barra lateral junto a la lista.',
  ],
  'author-index': ['Índice', 'Cada titular con su fecha, en dos columnas.'],
  'author-portrait': ['Retrato', 'Retrato y biografía en el centro, artículos en tarjetas debajo.'],
  'category-desk': [
    'Mesa de noticias',
    'Una imagen grande con dos al lado, una lista debajo y una barra lateral con lo comentado y lo leído.',
  ],
  'category-journal': [
    'Diario',
    'Nombre y descripción en el centro, un artículo debajo de otro, sin barra lateral.',
  ],
  'category-mosaic': ['Mosaico', 'Una imagen grande y cuatro menores, después tarjetas en tres columnas.'],
  'category-phone': [
    'Titulares para móviles',
    'Para móviles: un primer artículo grande, después titulares y, al final, lo más comentado.',
  ],
  'category-stage': [
    'Escenario',
    'El nombre sobre una banda oscura, dos imágenes grandes sobre tres, pequeñas debajo.',
  ],
  'category-wire': [
    'Teletipo',
    'Titulares con su fecha en dos columnas: para secciones en las que pasan muchas cosas.',
  ],
  'cpt-beside': [
    'Titular junto a la imagen',
    'Titular e imagen lado a lado sobre una banda tintada; texto y barra lateral debajo.',
  ],
  'cpt-essay': ['Ensayo', 'Una columna y nada al lado: para textos largos que se leen hasta el final.'],
  'cpt-tax-list': ['Lista', 'Una lista con imágenes, la primera grande, y una barra lateral.'],
  'cpt-tax-mosaic': ['Mosaico', 'Una imagen grande y cuatro menores, después tarjetas.'],
  'date-album': ['Álbum', 'La fecha sobre una banda tintada, las tarjetas de cada día debajo.'],
  'date-calendar': ['Calendario', 'Por días de publicación, con imágenes y barra lateral.'],
  'date-chronicle': ['Crónica', 'Titulares día a día: el mes entero de un vistazo.'],
  'footer-colophon': ['Colofón', 'Nombre, texto y enlaces en el centro, unos debajo de otros.'],
  'footer-night': ['Pie oscuro', 'Las mismas columnas sobre fondo oscuro en cualquier esquema de color.'],
  'footer-read': ['Lo más leído', 'Sobre el sitio, sus secciones y lo que más se lee.'],
  'footer-slip': ['Tira', 'Una línea: derechos, menú del pie y opciones de privacidad.'],
  'header-above': [
    'Nombre grande',
    'Fecha y herramientas en pequeño, el nombre tan grande como impreso, el menú en el centro.',
  ],
  'header-banner': [
    'Nombre y anuncio',
    'El nombre al principio, el anuncio del sitio al lado, el menú debajo.',
  ],
  'header-line': [
    'Una línea',
    'Nombre, menú y herramientas en una línea: deja el máximo espacio a lo que sigue.',
  ],
  'header-night': [
    'Cabecera oscura',
    'El nombre sobre una banda oscura en cualquier esquema de color, el menú sobre papel debajo.',
  ],
  'home-edition': [
    'Edición matinal',
    'El bloque principal, después una lista junto a una barra lateral, secciones y firmas.',
  ],
  'home-gallery': [
    'Portada en imágenes',
    'La llevan las imágenes: un mosaico, filas que se desplazan, vídeos sobre fondo oscuro.',
  ],
  'home-journal': [
    'Diario',
    'Un artículo grande, los demás uno debajo de otro: para un sitio que publica de vez en cuando.',
  ],
  'home-phone': [
    'Portada para móviles',
    'Para móviles: el artículo principal, lo más leído y todo lo demás como imágenes pequeñas con su titular.',
  ],
  'home-wire': [
    'Teletipo',
    'Los titulares primero: qué llegó y cuándo, qué se lee, una columna por sección.',
  ],
  'page-handbook': [
    'Manual',
    'Las páginas inferiores van al margen: para manuales, normas y todo lo que tiene capítulos.',
  ],
  'page-letter': ['Carta', 'Título en el centro, una columna de texto.'],
  'page-poster': ['Cartel', 'Título e imagen sobre una banda oscura: para aquello de lo que trata el sitio.'],
  'search-cards': ['Tarjetas', 'El campo sobre una banda tintada, resultados en tarjetas en tres columnas.'],
  'search-desk': ['Sala de lectura', 'Resultados con imágenes en una lista, y lo comentado al lado.'],
  'search-list': ['Lista sencilla', 'Una columna de titulares y los pasajes encontrados.'],
  'single-across': [
    'Imagen de lado a lado',
    'El titular en el centro, su imagen de borde a borde de la página, el texto junto a una barra lateral.',
  ],
  'single-beside': [
    'Titular junto a la imagen',
    'Titular e imagen lado a lado sobre una banda tintada; texto y barra lateral debajo.',
  ],
  'single-essay': ['Ensayo', 'Una columna y nada al lado: para textos largos que se leen hasta el final.'],
  'single-margin': [
    'Notas al margen',
    'Firma, compartir y etiquetas en una columna estrecha siempre a la vista; el texto va solo.',
  ],
  'single-night': [
    'Apertura oscura',
    'Titular e imagen sobre una banda oscura: para lo que debe verse primero, en cualquier esquema de color.',
  ],
  'single-phone': [
    'Lectura en móviles',
    'Para móviles: titular, imagen, texto y comentarios, y cinco titulares al final.',
  ],
  'tag-cards': ['Tarjetas', 'Todo lo de una etiqueta en tarjetas en cuatro columnas.'],
  'tag-dossier': [
    'Dosier',
    'El nombre de la etiqueta sobre una banda oscura, tres imágenes y una lista debajo.',
  ],
  'tag-thread': ['Hilo', 'La historia hasta ahora: titulares con su fecha y una barra lateral.'],
  'woo-archive-list': ['Lista de precios', 'Una lista con imágenes al lado.'],
  'woo-archive-shelves': ['Estantes', 'Tarjetas en cuatro columnas.'],
  'woo-product-beside': ['Junto a la imagen', 'La imagen a un lado, nombre y descripción al otro.'],
  'woo-product-stage': ['Escenario', 'Nombre e imagen sobre una banda tintada, la descripción debajo.'],
  'woo-search-list': ['Lista sencilla', 'Lo encontrado, uno debajo de otro.'],
  'woo-search-shelves': ['Estantes', 'Lo encontrado, en tarjetas en cuatro columnas.'],
  'woo-shop-plain': ['Mostrador', 'El nombre en el centro, tarjetas en tres columnas.'],
  'woo-shop-window': ['Escaparate', 'Una imagen grande y cuatro menores, después tarjetas.'],
};
