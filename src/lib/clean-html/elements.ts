const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

export const articleElements =
  words(`a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption center cite code col colgroup data datalist dd del
    details dfn dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li
    map mark menu meter nav noscript ol optgroup option output p picture pre progress q rp rt rtc rb ruby s samp search section select small source span
    strike strong sub summary sup table tbody td textarea tfoot th thead time tr track tt u ul var video wbr`);

export const othersElements = words('iframe form input select optgroup option datalist output');

/** Elements removed with their content, which is invisible. Other unknown elements keep their text. */
export const silentElements = words(
  'script style template title noembed noframes head metadata base meta link param embed frame frameset',
);

/** The same, in SVG and MathML. */
export const silentInDrawings = words('script style metadata');

/** Elements that limit the scope of an `<li>`, as in the HTML parser. */
export const endsItems =
  words(`article aside blockquote button center dd details dir dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup li menu nav ol
    section summary table tbody td tfoot th thead tr ul`);

export const voidElements = words('area br col hr img input source track wbr');

/**
 * Attributes allowed in an article; rules.ts checks the values of some. Deliberately missing: event handlers, `form…`,
 * `popover…`, `command…`, `is`, `slot`, `nonce`, `ping`, `autofocus`, `srcdoc`.
 */
export const articleAttributes =
  words(`abbr accept accept-charset action align allow allowfullscreen allowtransparency alt autocomplete autoplay axis background bgcolor border
    cellpadding cellspacing char charoff charset checked cite class clear color cols colspan compact controls controlslist coords crossorigin datetime
    decoding default dir dirname disabled disablepictureinpicture disableremoteplayback download enctype face fetchpriority for frame frameborder headers
    height hidden high href hreflang hspace id inputmode ismap itemid itemprop itemref itemscope itemtype kind label lang list loading longdesc loop low
    marginheight marginwidth max maxlength media method min minlength mozallowfullscreen multiple muted name novalidate noshade nowrap open optimum pattern
    placeholder playsinline poster preload readonly referrerpolicy rel required rev reversed role rows rowspan rules sandbox scope scrolling selected shape
    size sizes span spellcheck src srclang srcset start step style summary tabindex target title translate type usemap valign value vspace
    webkitallowfullscreen width wrap`);

/** SVG elements that only draw. */
export const svgElements =
  words(`svg g path circle ellipse line polyline polygon rect text tspan textPath defs use symbol title desc linearGradient radialGradient stop clipPath
    mask pattern marker image filter switch view feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
    feSpecularLighting feSpotLight feTile feTurbulence animate animateTransform animateMotion mpath`);

export const svgAttributes =
  words(`accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency baseline-shift baseProfile begin bias by
    calcMode class clip clip-path clip-rule clipPathUnits color color-interpolation color-interpolation-filters cx cy d diffuseConstant direction display
    divisor dominant-baseline dur dx dy edgeMode elevation end exponent fill fill-opacity fill-rule filter filterUnits flood-color flood-opacity focusable
    font-family font-size font-size-adjust font-stretch font-style font-variant font-weight fr from fx fy gradientTransform gradientUnits height href id
    image-rendering in in2 intercept k k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lang lengthAdjust letter-spacing
    lighting-color limitingConeAngle marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits maskUnits max
    media method min mix-blend-mode mode numOctaves offset opacity operator order orient orientation origin overflow paint-order path pathLength
    patternContentUnits patternTransform patternUnits pointer-events points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits
    r radius refX refY repeatCount repeatDur restart result role rotate rx ry scale seed shape-rendering side slope spacing specularConstant
    specularExponent spreadMethod startOffset stdDeviation stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style surfaceScale systemLanguage tabindex tableValues targetX targetY text-anchor
    text-decoration text-rendering textLength title to transform transform-box transform-origin type unicode-bidi values vector-effect version viewBox
    viewTarget visibility width word-spacing writing-mode x x1 x2 xChannelSelector xml:lang xml:space y y1 y2 yChannelSelector z zoomAndPan`);

/** Attributes that an SVG animation may change: only the look, never a link's target. */
export const animated =
  words(`cx cy d display dx dy fill fill-opacity fill-rule flood-color flood-opacity font-size fx fy gradientTransform height letter-spacing offset opacity
    overflow path points r rotate rx ry scale startOffset stdDeviation stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-opacity stroke-width textLength transform viewBox visibility width x x1 x2 y y1 y2`);

export const mathElements =
  words(`math mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder mover munderover
    mmultiscripts mprescripts none mtable mtr mlabeledtr mtd semantics annotation`);

export const mathAttributes =
  words(`accent accentunder align alttext arg bevelled class close columnalign columnlines columnspacing columnspan denomalign depth dir display
    displaystyle encoding equalcolumns equalrows fence fontstyle fontweight form frame framespacing groupalign height id intent lang largeop linebreak
    linethickness lquote lspace mathbackground mathcolor mathsize mathvariant maxsize minlabelspacing minsize movablelimits notation numalign open role
    rowalign rowlines rowspacing rowspan rquote rspace scriptlevel scriptminsize scriptsizemultiplier selection separator separators side stretchy style
    subscriptshift superscriptshift symmetric title voffset width`);

/** Elements of SVG and MathML in which browsers parse HTML: only text is allowed. */
export const wordsOnly = words(
  'svg title|svg desc|math mi|math mn|math mo|math ms|math mtext|math annotation|html option|html textarea'
    .replaceAll(' ', ':')
    .replaceAll('|', ' '),
);
