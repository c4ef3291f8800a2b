import type { LibraryWords } from '../library-words.ts';

/** Titles and descriptions of the bundled library's templates. */
export const library: LibraryWords = {
  '404-calm': ['Calma', 'A mensagem no meio, e nada que distraia dela além do mais lido.'],
  '404-front': ['De volta às notícias', 'A mensagem e depois os artigos mais novos com imagens grandes.'],
  '404-index': [
    'Índice',
    'A mensagem sobre uma faixa colorida; manchetes e, ao lado, o mais lido e o mais buscado.',
  ],
  'attachment-darkroom': ['Câmara escura', 'A imagem sobre uma faixa escura, onde nada a ofusca.'],
  'attachment-file': ['Ficha', 'Nome e texto ao lado da imagem: para imagens pequenas e arquivos.'],
  'attachment-plate': ['Prancha', 'A imagem primeiro, tão grande quanto couber; nome e texto abaixo.'],
  'author-column': [
    'Colunista',
    'Quem é, sobre uma faixa colorida; o artigo mais novo em destaque e uma barra lateral ao lado da lista.',
  ],
  'author-index': ['Índice', 'Cada manchete com sua data, em duas colunas.'],
  'author-portrait': ['Retrato', 'Retrato e biografia no meio, artigos em cartões abaixo.'],
  'category-desk': [
    'Mesa de notícias',
    'Uma imagem grande com duas ao lado, uma lista abaixo e uma barra lateral com o mais comentado e o mais lido.',
  ],
  'category-journal': ['Jornal', 'Nome e descrição no meio, um artigo abaixo do outro, sem barra lateral.'],
  'category-mosaic': ['Mosaico', 'Uma imagem grande e quatro menores, depois cartões em três colunas.'],
  'category-phone': [
    'Manchetes para celular',
    'Para celular: um primeiro artigo grande, depois manchetes e, no fim, o mais comentado.',
  ],
  'category-stage': [
    'Palco',
    'O nome sobre uma faixa escura, duas imagens grandes acima de três, pequenas abaixo.',
  ],
  'category-wire': [
    'Plantão',
    'Manchetes com data em duas colunas: para seções em que muita coisa acontece.',
  ],
  'cpt-beside': [
    'Manchete ao lado da imagem',
    'Manchete e imagem lado a lado sobre uma faixa colorida; texto e barra lateral abaixo.',
  ],
  'cpt-essay': ['Ensaio', 'Uma coluna e nada ao lado: para textos longos, lidos até o fim.'],
  'cpt-tax-list': ['Lista', 'Uma lista com imagens, a primeira grande, e uma barra lateral.'],
  'cpt-tax-mosaic': ['Mosaico', 'Uma imagem grande e quatro menores, depois cartões.'],
  'date-album': ['Álbum', 'A data sobre uma faixa colorida, os cartões de cada dia abaixo.'],
  'date-calendar': ['Calendário', 'Pelos dias de publicação, com imagens e barra lateral.'],
  'date-chronicle': ['Crônica', 'Manchetes dia a dia: o mês inteiro de uma só vez.'],
  'footer-colophon': ['Colofão', 'Nome, texto e links no meio, um abaixo do outro.'],
  'footer-night': ['Rodapé escuro', 'As mesmas colunas sobre fundo escuro em qualquer esquema de cores.'],
  'footer-read': ['Mais lidas', 'Sobre o site, suas seções e o que é mais lido.'],
  'footer-slip': ['Tira', 'Uma linha: direitos, menu do rodapé, opções de privacidade.'],
  'header-above': [
    'Nome grande',
    'Data e ferramentas em letras pequenas, o nome grande como no impresso, o menu no meio.',
  ],
  'header-banner': ['Nome e anúncio', 'O nome no início, o anúncio do site ao lado, o menu abaixo.'],
  'header-line': [
    'Uma linha',
    'Nome, menu e ferramentas em uma linha: deixa o máximo de espaço para o que vem abaixo.',
  ],
  'header-night': [
    'Cabeçalho escuro',
    'O nome sobre uma faixa escura em qualquer esquema de cores, o menu sobre papel abaixo.',
  ],
  'home-edition': [
    'Edição da manhã',
    'O conjunto principal, depois uma lista ao lado de uma barra lateral, seções e vozes.',
  ],
  'home-gallery': [
    'Capa de imagens',
    'As imagens conduzem: um mosaico, fileiras que rolam, vídeos sobre fundo escuro.',
  ],
  'home-journal': [
    'Jornal',
    'Um artigo grande, os outros um abaixo do outro: para um site que publica de vez em quando.',
  ],
  'home-phone': [
    'Capa para celular',
    'Para celular: o artigo principal, o mais lido e todo o resto como imagens pequenas com suas manchetes.',
  ],
  'home-wire': ['Plantão', 'Manchetes primeiro: o que chegou e quando, o que se lê, uma coluna por seção.'],
  'page-handbook': [
    'Manual',
    'As páginas abaixo dela ficam na margem: para manuais, regras e tudo que tem capítulos.',
  ],
  'page-letter': ['Carta', 'Título no meio, uma coluna de texto.'],
  'page-poster': ['Cartaz', 'Título e imagem sobre uma faixa escura: para aquilo de que o site trata.'],
  'search-cards': ['Cartões', 'O campo sobre uma faixa colorida, resultados em cartões em três colunas.'],
  'search-desk': ['Sala de leitura', 'Resultados com imagens em uma lista, e o mais comentado ao lado.'],
  'search-list': ['Lista simples', 'Uma coluna de manchetes e os trechos encontrados.'],
  'single-across': [
    'Imagem de ponta a ponta',
    'A manchete no meio, a imagem de um lado a outro da página, o texto ao lado de uma barra lateral.',
  ],
  'single-beside': [
    'Manchete ao lado da imagem',
    'Manchete e imagem lado a lado sobre uma faixa colorida; texto e barra lateral abaixo.',
  ],
  'single-essay': ['Ensaio', 'Uma coluna e nada ao lado: para textos longos, lidos até o fim.'],
  'single-margin': [
    'Notas na margem',
    'Assinatura, compartilhamento e tags em uma coluna estreita sempre à vista; o texto fica só.',
  ],
  'single-night': [
    'Abertura escura',
    'Manchete e imagem sobre uma faixa escura: para o que deve ser visto primeiro, em qualquer esquema de cores.',
  ],
  'single-phone': [
    'Leitura no celular',
    'Para celular: manchete, imagem, texto e comentários, e cinco manchetes no fim.',
  ],
  'tag-cards': ['Cartões', 'Tudo de uma tag em cartões em quatro colunas.'],
  'tag-dossier': ['Dossiê', 'O nome da tag sobre uma faixa escura, três imagens e uma lista abaixo.'],
  'tag-thread': ['Fio', 'A história até aqui: manchetes com data e uma barra lateral.'],
  'woo-archive-list': ['Tabela de preços', 'Uma lista com imagens ao lado.'],
  'woo-archive-shelves': ['Prateleiras', 'Cartões em quatro colunas.'],
  'woo-product-beside': ['Ao lado da imagem', 'A imagem de um lado, nome e descrição do outro.'],
  'woo-product-stage': ['Palco', 'Nome e imagem sobre uma faixa colorida, a descrição abaixo.'],
  'woo-search-list': ['Lista simples', 'O que foi encontrado, um abaixo do outro.'],
  'woo-search-shelves': ['Prateleiras', 'O que foi encontrado, em cartões em quatro colunas.'],
  'woo-shop-plain': ['Balcão', 'O nome no meio, cartões em três colunas.'],
  'woo-shop-window': ['Vitrine', 'Uma imagem grande e quatro menores, depois cartões.'],
};
