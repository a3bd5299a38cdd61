graph [
  node [ id 1 label "C" ]
  node [ id 2 label "C" ]
  node [ id 3 label "O" ]
  edge [ source 1 target 2 label "single" ]
  edge [ source 2 target 3 label "single" ]
]
